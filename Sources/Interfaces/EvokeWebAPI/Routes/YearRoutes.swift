import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let years = [
        Route(
            .years, summary: "Years with photos, newest first",
            answer: .json(.named("Years")),
            handle: { call in
                try await .json(YearsAnswer(years: call.service.host.years().map(YearsAnswer.Year.init)))
            }),
        Route(
            .year, summary: "Review of a year: months, places, people and some photos",
            answer: .json(.named("YearReview")), problems: [404],
            handle: { call in
                let review = try await call.service.host.review(of: Int(call.number(0, "Years")))
                return try .json(
                    YearAnswer(
                        review, tellsOfPeople: call.tellsOfPeople, placeName: call.placeName))
            }),
    ]
}
