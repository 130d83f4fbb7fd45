import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

@Suite struct SearchRouteTests {
    @Test func findsPhotosByWords() async throws {
        let service = try await TestService()
        let answer = await service.get("/api/search?q=a+b&top=2")
        #expect(answer.status == 200)
        #expect(Set(answer.json.keys) == ["query", "model", "took_ms", "total", "results"])
        #expect(answer.json["query"] as? String == "a b" && answer.json["model"] as? String == "tiny")
        #expect(answer.json["total"] as? Int == 3)
        #expect(answer.results.count == 2)
        let first = try #require(answer.results.first)
        #expect(
            Set(first.keys) == ["rank", "score", "id", "name", "path", "width", "height", "taken", "version"])
        #expect(first["width"] as? Int == 48 && first["height"] as? Int == 32)
    }

    @Test func pagesFitTogether() async throws {
        let service = try await TestService(pictures: 7)
        let all = await service.get("/api/search?q=a&top=7").names
        var pages: [String] = []
        for offset in [0, 3, 6, 9] {
            let page = await service.get("/api/search?q=a&top=3&offset=\(offset)")
            #expect(page.results.compactMap { $0["rank"] as? Int } == page.names.indices.map { offset + $0 + 1 })
            pages += page.names
        }
        #expect(all.count == 7 && pages == all)
    }

    @Test func findsPhotosByAVector() async throws {
        let service = try await TestService()
        let embedded = await service.send("{\"text\": \"a b\"}", to: "/api/embed")
        let vector = try #require(embedded.json["embedding"] as? [Double])
        let found = await service.send("{\"vector\": \(vector), \"top\": 3}", to: "/api/search")
        #expect(found.status == 200 && found.names.count == 3)
        #expect(found.names == (await service.get("/api/search?q=a+b&top=3").names))
        for (vector, status) in [("[1, 2]", 400), ("[0, 0, 0, 0]", 422), ("[1, 0, 0, 1e-313]", 200), ("[\"a\"]", 400)] {
            #expect(await service.send("{\"vector\": \(vector)}", to: "/api/search").status == status, "\(vector)")
        }
    }

    @Test func leavesOutThePhotosAskedAbout() async throws {
        let service = try await TestService()
        let all = await service.get("/api/photos").results.compactMap { $0["id"] as? Int }
        #expect(all.count == 3)
        let like = await service.get("/api/search?like=\(all[0])")
        #expect(like.results.count == 2)
        #expect(!like.results.contains { $0["id"] as? Int == all[0] })
        #expect(await service.get("/api/search?like=\(all[0])&like=\(all[1])").results.count == 1)
        #expect(await service.send("{\"like\": [\(all[0]), \(all[1])]}", to: "/api/search").results.count == 1)
        #expect(await service.get("/api/search?like=999").status == 404)
    }

    @Test func findsWhatAPictureIsLike() async throws {
        let service = try await TestService()
        let form = TestForm().picture(TestPicture.png(1))
        #expect(await service.send(form, to: "/api/search").names.first == "1.png")
        let both = await service.send(form.text("text", "a b").text("not", "b").text("top", "1"), to: "/api/search")
        #expect(both.status == 200 && both.results.count == 1)
    }

    @Test func avoidsWhatIsToBeAvoided() async throws {
        let service = try await TestService(pictures: 8)
        let plain = await service.get("/api/search?q=a")
        let without = await service.get("/api/search?q=a&not=b+b+b")
        #expect(plain.results.first?["score"] as? Double != without.results.first?["score"] as? Double)
        #expect(await service.get("/api/search?not=a").status == 400)
    }

    @Test func refusesWhatMakesNoQuestion() async throws {
        let service = try await TestService(pictures: 1)
        for target in [
            "/api/search", "/api/search?q=", "/api/search?q=%20%0A", "/api/search?q=a&top=0",
            "/api/search?q=a&top=1001",
            "/api/search?q=a&top=ten", "/api/search?q=a&top=+5", "/api/search?q=a&top=5&top=6", "/api/search?q=a&q=b",
            "/api/search?q=a&offset=-1", "/api/search?q=a&offset=1000001", "/api/search?q=a&top=99999999999999999999",
            "/api/search?q=%", "/api/search?q=%4", "/api/search?q=%zz", "/api/search?q=%FF", "/api/search?like=x",
            "/api/search?like=-1", "/api/search?like=0",
        ] {
            let answer = await service.get(target)
            #expect(answer.status == 400, "\(target): \(answer.json)")
            #expect(answer["Content-Type"] == "application/problem+json" && answer.kind == "wrongUsage")
            #expect((answer.json["detail"] as? String)?.hasSuffix(".") == true)
        }
    }

    @Test func limitsHowMuchIsAsked() async throws {
        let service = try await TestService(pictures: 1)
        let long = String(repeating: "a", count: 2_001)
        #expect(await service.get("/api/search?q=\(long)").status == 400)
        #expect(await service.get("/api/search?q=\(long.dropLast())").status == 200)
        #expect(await service.send("{\"text\": \"\(long)\"}", to: "/api/search").status == 400)
        let likes = (1...17).map(String.init).joined(separator: ",")
        #expect(await service.send("{\"like\": [\(likes)]}", to: "/api/search").status == 400)
    }

    @Test func refusesBodiesThatAreNotAsDescribed() async throws {
        let service = try await TestService(pictures: 1)
        for body in [
            "", "{", "[]", "null", "\"a\"", "{\"text\": 5}", "{\"text\": \"a\", \"top\": 1.5}", "{\"like\": 4}",
            "{\"text\": \"a\", \"top\": 0}", "{\"text\": \"a\", \"offset\": -1}", "{\"text\": \"\\ud800\"}", "{}",
            String(repeating: "[", count: 100_000), String(repeating: "{\"text\":", count: 50_000),
            "{\"like\": [1e999]}", "{\"text\": \"a\"} trailing",
        ] {
            let answer = await service.send(body, to: "/api/search")
            #expect(answer.status == 400, "\(body.prefix(60)): \(answer.json)")
        }
    }

    @Test func wantsToKnowWhatABodyIs() async throws {
        let service = try await TestService(pictures: 1)
        for type in [nil, "text/plain", "application/x-www-form-urlencoded", "application/json5", ""] {
            let headers = type.map { [("Content-Type", $0)] } ?? []
            let answer = await service.answer(service.request("POST", "/api/search", headers))
            #expect(answer.status == 415, "\(type ?? "none")")
        }
        let body = Array("{\"text\": \"a\"}".utf8)
        let named = service.request("POST", "/api/search", [("Content-Type", "Application/JSON; charset=utf-8")], body)
        #expect(await service.answer(named).status == 200)
    }

    @Test func picturesThatCannotBeReadAreTheClientsFault() async throws {
        let service = try await TestService(pictures: 1)
        let png = TestPicture.png(1)
        for (bytes, kind) in [
            (Array("not a picture".utf8), "unsupported"), ([], "wrongUsage"),
            (Array(png.prefix(png.count / 2)), "damaged"),
            (TestPicture.pngBomb(width: 60_000, height: 60_000), "tooLarge"),
            (TestPicture.pngBomb(width: 20_000, height: 6_000), "tooLarge"),
        ] {
            let answer = await service.send(TestForm().picture(bytes, named: "../../evil.png"), to: "/api/search")
            #expect(answer.status == 422 && answer.kind == kind, "\(kind): \(answer.json)")
            #expect(answer.json["detail"].map { "\($0)".contains("/tmp") } == false)
        }
    }
}
