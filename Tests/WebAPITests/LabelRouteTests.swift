import TestSupport
import Testing

@testable import WebAPI

@Suite struct LabelRouteTests {
    @Test func keepsTheContractOfPhoneClients() async throws {
        let service = try await TestService(pictures: 0)
        let answer = await service.send(
            "{\"embedding\": [1, 0, 0, 2], \"top_k\": 1, \"labels\": [\"a\", \"b\"]}", to: "/api/classify")
        #expect(answer.status == 200)
        #expect(Set(answer.json.keys) == ["results"])
        #expect(answer.results.count == 1)
        #expect(Set(try #require(answer.results.first).keys) == ["label", "score"])
    }

    @Test func refusesWhatIsNoVector() async throws {
        let service = try await TestService(pictures: 0)
        for (body, status) in [
            ("{\"embedding\": [1, 0, 0]}", 422), ("{\"embedding\": [0, 0, 0, 0]}", 422), ("{\"embedding\": []}", 422),
            ("{\"embedding\": [1, 0, 0, 1]}", 400), ("{\"embedding\": [1, 0, 0, \"1\"]}", 400), ("{}", 400),
            ("{\"embedding\": [1, 0, 0, 1], \"labels\": []}", 400),
            ("{\"embedding\": [1, 0, 0, 1], \"labels\": [\"\"]}", 400),
            ("{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\", \"a\"]}", 400),
            ("{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\"], \"top_k\": 0}", 400),
            ("{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\"], \"fingerprint\": \"another\"}", 422),
            ("{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\"], \"fingerprint\": 1}", 400),
            ("{\"embedding\": [1, 0, 0, 1e39], \"labels\": [\"a\"]}", 422),
            ("{\"embedding\": [1, 0, 0, 1e-313], \"labels\": [\"a\"]}", 200),
        ] {
            let answer = await service.send(body, to: "/api/classify")
            #expect(answer.status == status, "\(body): \(answer.json)")
        }
    }

    @Test func sortsAPictureByLabels() async throws {
        let service = try await TestService(pictures: 0)
        let form = TestForm().picture(TestPicture.png(1)).text("labels", "a, b").text("none", "false")
        let answer = await service.send(form, to: "/api/classify")
        #expect(Set(answer.json.keys) == ["results", "model", "fits", "timings"])
        #expect(answer.results.count == 2)
        let empty = await service.send(
            TestForm().picture(TestPicture.png(1)).text("labels", "a,,b"), to: "/api/classify")
        #expect(empty.status == 400)
        #expect(await service.send(TestForm().text("labels", "a"), to: "/api/classify").status == 400)
    }

    @Test func embedsTextsAndPictures() async throws {
        let service = try await TestService(pictures: 0)
        let text = await service.send("{\"text\": \"a\"}", to: "/api/embed")
        #expect(Set(text.json.keys) == ["model", "fingerprint", "dim", "embedding"])
        let maker = try #require(text.json["fingerprint"] as? String)
        let body = "{\"embedding\": [1, 0, 0, 2], \"labels\": [\"a\"], \"fingerprint\": \"\(maker)\"}"
        #expect(await service.send(body, to: "/api/classify").status == 200)
        #expect(text.json["dim"] as? Int == 4 && (text.json["embedding"] as? [Any])?.count == 4)
        #expect(await service.send(TestForm().picture(TestPicture.png(1)), to: "/api/embed").status == 200)
        #expect(await service.send("{\"text\": \" \"}", to: "/api/embed").status == 400)
        #expect(await service.send(TestForm().text("text", "a"), to: "/api/embed").status == 400)
    }
}
