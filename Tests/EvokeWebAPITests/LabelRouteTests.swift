import Evoke
import EvokeTestSupport
import Testing

@testable import EvokeWebAPI

@Suite struct LabelRouteTests {
    @Test func namesBothWidths() async throws {
        let answer = try await TestService.shared().send("{\"embedding\": [1, 0, 0]}", to: "/api/classify")
        let detail = try #require(answer.json["detail"] as? String)
        #expect(detail.contains("has 3 numbers") && detail.contains("have 4"), "\(detail)")
    }

    /// Any model answers a phone once labels are set for it, or for the library; without a new start.
    @Test func labelsThatAreSetCount() async throws {
        let service = try await TestService(pictures: 0)
        let vector = "{\"embedding\": [1, 0, 0, 2], \"top_k\": 3}"
        func answered() async -> [String] {
            let answer = await service.send(vector, to: "/api/classify")
            #expect(answer.status == 200 && Set(answer.json.keys) == ["results"], "\(answer.json)")
            return answer.results.compactMap { $0["label"] as? String }.sorted()
        }
        let none = await service.send(vector, to: "/api/classify")
        #expect(none.status == 400 && (none.json["remedy"] as? String)?.contains("evoke models labels") == true)
        func isReady() async -> Bool? {
            (await service.get("/api/models").json["in_use"] as? [String: Any])?["has_labels"] as? Bool
        }
        #expect(await isReady() == false)

        let collection = ModelCollection(service.configuration)
        try collection.setLabelDefaults(of: "tiny") { $0.labels = ["a", "b"] }
        #expect(await answered() == ["a", "b"])
        #expect(await isReady() == true)
        try LibraryLabels(service.configuration).write(LabelDefaults(labels: ["a b", "b b"]))
        #expect(await answered() == ["a b", "b b"])
        try LibraryLabels(service.configuration).write(LabelDefaults())
        #expect(await answered() == ["a", "b"])
        let form = TestForm().picture(TestPicture.png(1))
        #expect(await service.send(form, to: "/api/classify").results.count == 2)
    }

    @Test func scoresAreAsTheyWereSet() async throws {
        let service = try await TestService(pictures: 0)
        let body = "{\"embedding\": [1, 0, 0, 2], \"labels\": [\"a\", \"b\"]}"
        func scores() async -> [Double] {
            await service.send(body, to: "/api/classify").results.compactMap { $0["score"] as? Double }
        }
        let usual = await scores()
        #expect(abs(usual.reduce(0, +) - 1) < 1e-5)
        let fingerprint = try await service.library.model.fingerprint
        try ModelCollection(service.configuration).setLabelDefaults(of: "tiny") {
            $0.scoring = .sigmoid(scale: 1, bias: 5)
        }
        #expect(await scores().allSatisfy { $0 > 0.9 }, "each for itself")
        let listed = try #require(await service.get("/api/models").list("models").first)
        #expect(
            listed["scoring_is_set"] as? Bool == true
                && (listed["scoring"] as? [String: Any])?["bias"] as? Double == 5)
        try LibraryLabels(service.configuration).write(LabelDefaults(scoring: .softmax(scale: 1)))
        #expect(abs(await scores().reduce(0, +) - 1) < 1e-5, "the library's way comes first")
        try LibraryLabels(service.configuration).write(LabelDefaults())
        try ModelCollection(service.configuration).setLabelDefaults(of: "tiny") { $0.scoring = nil }
        #expect(await scores() == usual)
        #expect(
            try await Engine.open(ModelChoice("tiny"), configuration: service.configuration).modelID.fingerprint
                == fingerprint)
    }

    @Test func embedsTextsAndPictures() async throws {
        let service = try await TestService.shared()
        let text = await service.send("{\"text\": \"a\"}", to: "/api/embed")
        let maker = try #require(text.json["fingerprint"] as? String)
        let body = "{\"embedding\": [1, 0, 0, 2], \"labels\": [\"a\"], \"fingerprint\": \"\(maker)\"}"
        #expect(await service.send(body, to: "/api/classify").status == 200)
        #expect(text.ints("dim") == [4] && (text.json["embedding"] as? [Any])?.count == 4)
        #expect(await service.send(TestForm().picture(TestPicture.png(1)), to: "/api/embed").status == 200)
    }
}
