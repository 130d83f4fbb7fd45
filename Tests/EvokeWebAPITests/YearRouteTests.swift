import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// Years in review.
@Suite struct YearRouteTests {
    private static let names = [
        "IMG_20210502_103000.png", "IMG_20210502_113000.png", "IMG_20210502_123000.png", "IMG_20210503_103000.png",
        "IMG_20211224_180000.png", "IMG_20190101_000000.png",
    ]

    private static let album = Task {
        try await Album(pictures: 0) { folder in
            for (number, name) in names.enumerated() { try folder.write("photos/\(name)", TestPicture.png(number)) }
        }
    }

    private func review(_ year: Int, of service: TestService) async -> [String: Any] {
        await service.get("/api/years/\(year)").json
    }

    private func highlights(_ review: [String: Any]) -> [String?] {
        (review["highlights"] as? [[String: Any]] ?? []).map { $0["name"] as? String }
    }

    @Test func countsPhotosDaysAndMonths() async throws {
        let service = try await TestService(of: Self.album)
        let years = await service.get("/api/years").list("years")
        let counts = years.map { year in ["year", "photos", "days"].map { year[$0] as? Int } }
        #expect(counts == [[2021, 5, 3], [2019, 1, 1]])
        #expect(years.first?["months"] as? [Int] == [0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 1])
        for year in ["2020", "0", "10000", "x", "-2021", "+2021", "2021.5", "99999999999999999999"] {
            #expect(await service.get("/api/years/\(year)").status == 404, "\(year)")
        }
    }

    @Test func showsWhatTellsOfTheYear() async throws {
        let service = try await TestService(of: Self.album)
        let before = await review(2021, of: service)
        #expect((before["year"] as? [String: Any])?["photos"] as? Int == 5 && before["favourites"] as? Int == 0)
        // Of the day that has most photos the middle one, none of the day after it, and one of another time.
        #expect(highlights(before) == ["IMG_20210502_113000.png", "IMG_20211224_180000.png"])

        // The owner's word counts before the number of photos.
        let liked = try await service.id(of: "IMG_20210503_103000.png")
        #expect(await service.mark(liked, "\"add\": {\"favourite\": true}").ints("changed") == [1])
        let after = await review(2021, of: service)
        #expect(after["favourites"] as? Int == 1)
        #expect(highlights(after) == ["IMG_20210503_103000.png", "IMG_20211224_180000.png"])
        let rated = try await service.id(of: "IMG_20210502_103000.png")
        await service.mark(rated, "\"add\": {\"rating\": 4}")
        #expect(highlights(await review(2021, of: service)).first == "IMG_20210502_103000.png")
    }

    @Test func leavesHiddenPhotosOut() async throws {
        let service = try await TestService(of: Self.album)
        let hidden = try await service.id(of: "IMG_20190101_000000.png")
        await service.mark(hidden, "\"add\": {\"hidden\": true}")
        #expect(await service.get("/api/years").list("years").map { $0["year"] as? Int } == [2021])
        #expect(await service.get("/api/years/2019").status == 404)
    }

    @Test func saysWhereAndShowsNoMoreThanFits() async throws {
        let names = (1...28).map { String(format: "IMG_2020%02d%02d_103000.png", ($0 - 1) % 12 + 1, $0) }
        let service = try await TestService(pictures: 0) { folder in
            for (number, name) in names.enumerated() { try folder.write("photos/\(name)", TestPicture.png(number)) }
        }
        let numbers = await service.get("/api/photos?top=100").results.compactMap { $0["id"] as? Int }
        _ = await service.send("{\"photos\": \(numbers), \"add\": {\"favourite\": true}}", to: "/api/marks")
        let found = await review(2020, of: service)
        let shown = highlights(found).compactMap(\.self)
        #expect(found["favourites"] as? Int == 28 && shown.count == 12 && shown == shown.sorted())
        // From all of the year.
        #expect(shown.first == names.sorted().first && Set(shown).count == 12)
        #expect((found["places"] as? [Any])?.isEmpty == true && (found["people"] as? [Any])?.isEmpty == true)
    }
}
