import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

@Suite struct SearchRouteTests {
    @Test func findsPhotosByWords() async throws {
        let service = try await TestService()
        let answer = await service.get("/api/search?q=a+b&top=2")
        #expect(answer.status == 200)
        #expect(answer.json["query"] as? String == "a b" && answer.json["model"] as? String == "tiny")
        #expect(answer.json["total"] as? Int == 3)
        #expect(answer.results.count == 2)
        let first = try #require(answer.results.first)
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
    }

    /// Commands of the library's owner name files, whose names need not be text.
    @Test func findsPhotosLikeAFile() async throws {
        let service = try await TestService()
        let file = service.folder.path.appending([0xFF, 0x2E])
        try FileSystem.replace(file, with: TestPicture.png(1))
        func answer(_ question: SearchQuestion, over way: Request.Way) async throws -> Answer {
            await service.answer(
                Request(
                    method: "POST", target: "/api/search",
                    headers: Headers([("Host", "localhost"), ("Content-Type", "application/json")]),
                    body: try JSONText.bytes(of: question), way: way))
        }
        let question = SearchQuestion(likeFile: file, top: 2)
        #expect(question.likeFile == file)
        let found = try await answer(question, over: .librarySocket)
        #expect(found.names.first == "1.png" && found.results.count == 2, "\(found.json)")
        #expect(found.json["query"] as? String == question.likePath)
        #expect(try await answer(question, over: .network(isEncrypted: false)).status == 400)
        let relative = SearchQuestion(likeFile: FilePath("1.png"))
        #expect(try await answer(relative, over: .librarySocket).status == 400)
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
    }

    /// Not by its name, either.
    @Test func leavesOutWhatOthersShallBeLessLike() async throws {
        let service = try await TestService()
        let named = try await service.id(of: "1.png")
        #expect(await service.get("/api/search?q=1.png%20fits:all").names.first == "1.png")
        let others = await service.get("/api/search?q=1.png%20-like:\(named)%20fits:all&count=true")
        #expect(Set(others.names) == ["0.png", "2.png"])
        #expect(await service.get("/api/search?q=-like:\(named)").kind == "wrongUsage")
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
    }
}

@Suite struct SuggestRouteTests {
    @Test func suggestsWhatTheLibraryHas() async throws {
        let service = try await TestService()
        func suggestions(_ query: String) async throws -> [[String: Any]] {
            let answer = await service.get("/api/suggest?\(query)")
            #expect(answer.status == 200 && answer.json["took_ms"] is Double)
            return try #require(answer.json["suggestions"] as? [[String: Any]])
        }
        let types = try await suggestions("q=a+-type:")
        #expect(types.compactMap { $0["query"] as? String } == ["a -type:png"])
        #expect(types.first?["count"] as? Int == 3 && types.first?["kind"] as? String == "value")
        let fields = try await suggestions("q=cam&top=50")
        #expect(fields.first?["text"] as? String == "camera:" && fields.first?["label"] is String)
        #expect(try await suggestions("").count == 8)
        #expect(try await suggestions("q=&top=3").count == 3)
    }

    @Test func checksWhatIsAsked() async throws {
        let service = try await TestService(pictures: 0)
        let long = String(repeating: "a", count: 2_001)
        for query in ["top=0", "top=51", "top=x", "q=a&q=b", "q=\(long)"] {
            #expect(await service.get("/api/suggest?\(query)").status == 400, "\(query.prefix(20))")
        }
        #expect(await service.get("/api/suggest?top=50&q=\(long.dropLast())").status == 200)
    }
}
