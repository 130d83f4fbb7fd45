import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let years = [
        Route(
            .years, summary: "The years in which photos were taken, the last first",
            answer: .json(.named("Years")),
            handle: { call in
                try await .json(YearsAnswer(years: call.service.host.years().map(YearsAnswer.Year.init)))
            }),
        Route(
            .year, summary: "What a year was like: its months, places and people, and some of its photos",
            answer: .json(.named("YearReview")), problems: [404],
            handle: { call in
                let review = try await call.service.host.review(of: Int(call.number(0, "Years")))
                return try .json(
                    YearAnswer(
                        review, tellsOfPeople: call.tellsOfPeople, placeName: call.placeName))
            }),
    ]
}
