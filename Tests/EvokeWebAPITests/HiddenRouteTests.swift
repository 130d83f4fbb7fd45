import EvokeTestSupport
import Foundation
import Testing

@testable import EvokeWebAPI

/// A hidden photo comes in no answer, unless it is asked for.
@Suite struct HiddenRouteTests {
    /// Three pictures, and a copy of the first.
    private func album() async throws -> TestService {
        try await TestService(pictures: 3) { folder in try folder.write("photos/x/copy.png", TestPicture.png(0)) }
    }

    private func mark(_ edit: String, _ photo: Int, _ service: TestService) async -> Int? {
        await service.send("{\"photos\": [\(photo)], \(edit)}", to: "/api/marks").json["changed"] as? Int
    }

    private func found(_ service: TestService) async throws {
        try await wait(for: "the copies") { await service.get("/api/duplicates").json["finding"] == nil }
    }

    private func counts(_ suggested: Answer) -> [Int] {
        (suggested.json["suggestions"] as? [[String: Any]] ?? []).compactMap { $0["count"] as? Int }
    }

    @Test func comesInNoAnswerAndNoCount() async throws {
        let service = try await album()
        let (hidden, other) = (try await service.id(of: "0.png"), try await service.id(of: "1.png"))
        try await found(service)
        #expect(await service.get("/api/photos?fold=true").json["folded"] as? Int == 1)
        #expect(counts(await service.get("/api/suggest?q=type:")) == [4])
        #expect(await mark("\"add\": {\"hidden\": true}", hidden, service) == 1)

        // At once, also where copies and stacks were found before.
        for target in [
            "/api/photos", "/api/photos?fold=true", "/api/search?q=a%20picture%20fits:all",
            "/api/search?q=a%20picture%20fits:all&fold=true", "/api/search?q=0.png%20fits:all",
            "/api/search?like=\(other)", "/api/search?q=type:png", "/api/search?q=-type:bmp",
            "/api/search?q=-is:hidden",
            "/api/search?q=-(a%20picture)%20OR%20type:png",
        ] {
            let answer = await service.get(target)
            #expect(answer.status == 200, "\(target)")
            let wanted: Set = target.contains("like") ? ["2.png"] : ["1.png", "2.png"]
            #expect(Set(answer.names) == wanted && answer.json["total"] as? Int == 2, "\(target)")
            #expect(answer.json["folded"] == nil, "\(target)")
        }
        for target in ["/api/days", "/api/days?fold=true", "/api/days?q=type:png"] {
            #expect(await service.get(target).json["total"] as? Int == 2, "\(target)")
        }
        #expect(counts(await service.get("/api/suggest?q=type:")) == [2])
        let copies = await service.get("/api/duplicates").json
        #expect(copies["total"] as? Int == 0)
        #expect(await service.get("/api/photos?stack=\(hidden)").names == ["0.png"])
        let marks = await service.get("/api/marks").json
        #expect(marks["hidden"] as? Int == 2, "with its copy")
        #expect(
            await service.send("{\"query\": \"type:png\", \"add\": {\"tags\": [\"sea\"]}}", to: "/api/marks").json[
                "photos"] as? Int == 2)

        // Whoever asks for hidden photos, or knows the number of one, sees it.
        for query in ["is:hidden", "is:hidden%20type:png", "a%20picture%20is:hidden%20fits:all"] {
            #expect(Set(await service.get("/api/search?q=\(query)").names) == ["0.png", "copy.png"], "\(query)")
        }
        let page = await service.get("/api/photos/\(hidden)").json["marks"] as? [String: Any]
        #expect(page?["hidden"] as? Bool == true)
        #expect(await service.get("/api/photos/\(hidden)/thumbnail").status == 200)
    }

    @Test func isShownAgain() async throws {
        let service = try await album()
        let hidden = try await service.id(of: "0.png")
        #expect(await mark("\"add\": {\"hidden\": true}", hidden, service) == 1)
        #expect(await service.get("/api/photos").names.count == 2)
        #expect(await service.send("", to: "/api/marks/undo").json["photos"] as? Int == 2)
        #expect(await service.get("/api/photos").names.count == 4)
        #expect(await mark("\"add\": {\"hidden\": true}", hidden, service) == 1)
        #expect(await mark("\"remove\": {\"hidden\": true}", hidden, service) == 1)
        #expect(await service.get("/api/photos").names.count == 4)
        try await found(service)
        #expect(await service.get("/api/duplicates").json["total"] as? Int == 1)
    }
}
