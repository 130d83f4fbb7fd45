import EvokeTestSupport
import Testing

@testable import EvokeWebAPI

/// A hidden photo comes in no answer, unless it is asked for.
@Suite struct HiddenRouteTests {
    /// Three pictures, and a copy of the first.
    private static let album = Task {
        try await Album(pictures: 3) { folder in try folder.write("photos/x/copy.png", TestPicture.png(0)) }
    }
    /// For tests that change nothing: 0.png and its copy are hidden, after stacks and copies were found.
    private static let hidden = Task {
        let service = try await TestService(of: album)
        try await find(service)
        #expect(await service.get("/api/photos?fold=true").ints("folded") == [1])
        #expect(await counts(service) == [4])
        await service.mark(try await service.id(of: "0.png"), "\"add\": {\"hidden\": true}")
        return service
    }

    private static func find(_ service: TestService) async throws {
        try await wait(for: "the copies") { await service.get("/api/duplicates").json["finding"] == nil }
    }

    private static func counts(_ service: TestService) async -> [Int] {
        await service.get("/api/suggest?q=type:").list("suggestions").compactMap { $0["count"] as? Int }
    }

    @Test func comesInNoList() async throws {
        let service = try await Self.hidden.value
        let other = try await service.id(of: "1.png")
        for target in [
            "/api/photos", "/api/photos?fold=true", "/api/search?q=a%20picture%20fits:all",
            "/api/search?q=a%20picture%20fits:all&fold=true", "/api/search?q=0.png%20fits:all",
            "/api/search?like=\(other)", "/api/search?q=type:png", "/api/search?q=-type:bmp",
            "/api/search?q=-is:hidden",
            "/api/search?q=-(a%20picture)%20OR%20type:png",
        ] {
            let answer = await service.get(target)
            let wanted: Set = target.contains("like") ? ["2.png"] : ["1.png", "2.png"]
            #expect(Set(answer.names) == wanted && answer.ints("total", "folded") == [2, nil], "\(target)")
        }
    }

    @Test func isNotCounted() async throws {
        let service = try await Self.hidden.value
        for (target, total) in [("days", 2), ("days?fold=true", 2), ("days?q=type:png", 2), ("duplicates", 0)] {
            #expect(await service.get("/api/\(target)").ints("total") == [total], "\(target)")
        }
        #expect(await Self.counts(service) == [2])
        #expect(await service.get("/api/marks").ints("hidden") == [2], "with its copy")
        let edit = "{\"query\": \"type:png\", \"remove\": {\"tags\": [\"sea\"]}}"
        #expect(await service.send(edit, to: "/api/marks").ints("photos") == [2])
    }

    /// Whoever asks for hidden photos, or knows the number of one, sees it.
    @Test func isThereForThoseWhoAskForIt() async throws {
        let service = try await Self.hidden.value
        for query in ["is:hidden", "is:hidden%20type:png", "a%20picture%20is:hidden%20fits:all"] {
            #expect(Set(await service.get("/api/search?q=\(query)").names) == ["0.png", "copy.png"], "\(query)")
        }
        let found = await service.get("/api/search?q=is:hidden").results
        let hidden = try #require(found.first { $0["name"] as? String == "0.png" }?["id"] as? Int)
        #expect(await service.get("/api/photos?stack=\(hidden)").names == ["0.png"])
        let page = await service.get("/api/photos/\(hidden)").json["marks"] as? [String: Any]
        #expect(page?["hidden"] as? Bool == true)
        #expect(await service.get("/api/photos/\(hidden)/thumbnail").status == 200)
    }

    @Test func isShownAgain() async throws {
        let service = try await TestService(of: Self.album)
        let hidden = try await service.id(of: "0.png")
        // What would be touched is known before.
        #expect(await service.mark(hidden, "\"add\": {}").ints("photos", "copies", "changed") == [1, 1, 0])
        func left(after edit: String) async -> [Int?] {
            let changed = await service.mark(hidden, edit).json["changed"] as? Int
            return [changed, await service.get("/api/photos").names.count]
        }
        #expect(await left(after: "\"add\": {\"hidden\": true}") == [1, 2])
        try await Self.find(service)
        #expect(await service.get("/api/photos?fold=true").ints("total", "folded") == [2, nil])
        #expect(await service.send(to: "/api/marks/undo").ints("photos") == [2])
        #expect(await service.get("/api/photos?fold=true").ints("total", "folded") == [3, 1], "its stack, at once")
        #expect(await service.get("/api/photos").names.count == 4)
        #expect(await left(after: "\"add\": {\"hidden\": true}") == [1, 2])
        #expect(await left(after: "\"remove\": {\"hidden\": true}") == [1, 4])
        try await Self.find(service)
        #expect(await service.get("/api/duplicates").ints("total") == [1])
    }
}
