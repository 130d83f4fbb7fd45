import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

@Suite struct SearchRouteTests {
    @Test func findsPhotosByWords() async throws {
        let service = try await TestService.shared()
        let answer = await service.get("/api/search?q=a+b&top=2")
        #expect(answer.texts("query", "model") == ["a b", "tiny"])
        #expect(answer.ints("total") == [3] && answer.results.map { $0["width"] as? Int } == [48, 48])
    }

    @Test(arguments: [
        ("search?q=a", "best"), ("search?q=a%20sort:oldest", "oldest"), ("search?q=type:png", "newest"),
        ("search?q=type:png%20fits:all%20sort:name", "name"), ("search?like=1", "best"), ("photos", "newest"),
        ("photos?stack=1", "best"),
    ])
    func saysItsOrderAndWhetherItShowsAll(target: String, order: String) async throws {
        let answer = try await TestService.shared().get("/api/\(target)")
        #expect(answer.texts("order") == [order])
        #expect(answer.json["shows_all"] as? Bool == (target.contains("fits:all") ? true : nil))
    }

    @Test func pagesFitTogether() async throws {
        let service = try await TestService.shared()
        func ranked(_ query: String) async -> [String] {
            await service.get("/api/search?q=a&\(query)").results.map { "\($0["rank"] ?? 0) \($0["name"] ?? "")" }
        }
        let all = await ranked("top=7")
        var pages: [[String]] = []
        for offset in [0, 2, 4] { pages.append(await ranked("top=2&offset=\(offset)")) }
        #expect(all.count == 3 && pages == [Array(all[..<2]), [all[2]], []])
    }

    @Test func findsPhotosByAVector() async throws {
        let service = try await TestService.shared()
        let embedded = await service.send("{\"text\": \"a b\"}", to: "/api/embed")
        let vector = try #require(embedded.json["embedding"] as? [Double])
        let found = await service.send("{\"vector\": \(vector), \"top\": 3}", to: "/api/search")
        let asked = await service.get("/api/search?q=a+b&top=3")
        #expect(found.names.count == 3 && found.names == asked.names)
    }

    /// Commands of the library's owner name files, whose names need not be text.
    @Test func findsPhotosLikeAFile() async throws {
        let service = try await TestService.shared()
        let file = service.folder.path.appending([0xFF, 0x2E])
        try FileSystem.replace(file, with: TestPicture.png(1))
        func answer(_ question: SearchRequestBody, over way: Request.Way) async throws -> Answer {
            await service.answer(
                Request(
                    method: "POST", target: "/api/search",
                    headers: Headers([("Host", "localhost"), ("Content-Type", "application/json")]),
                    body: try JSONText.bytes(of: question), way: way))
        }
        let question = SearchRequestBody(likeFile: file, top: 2)
        #expect(question.likeFile == file)
        let found = try await answer(question, over: .librarySocket)
        #expect(found.names.first == "1.png" && found.results.count == 2, "\(found.json)")
        #expect(found.json["query"] as? String == question.likePath)
        #expect(try await answer(question, over: .network(isEncrypted: false)).status == 400)
        let relative = SearchRequestBody(likeFile: DiskPath("1.png"))
        #expect(try await answer(relative, over: .librarySocket).status == 400)
    }

    @Test func leavesOutThePhotosAskedAbout() async throws {
        let service = try await TestService.shared()
        let all = await service.get("/api/photos").results.compactMap { $0["id"] as? Int }
        let like = await service.get("/api/search?like=\(all[0])")
        #expect(Set(like.results.map { $0["id"] as? Int }) == Set(all.dropFirst()))
        let two = await service.send("{\"like\": [\(all[0]), \(all[1])]}", to: "/api/search")
        #expect(two.results.map { $0["id"] as? Int } == [all[2]])
        // Pictures alone have a line, and words beside them have none.
        for (words, hasLine) in [("", true), ("&q=a%20picture", false)] {
            let found = await service.get("/api/search?like=\(all[0])&count=true\(words)")
            #expect(
                (found.json["fitting"] != nil) == hasLine && found.results.allSatisfy { ($0["fits"] != nil) == hasLine }
            )
        }
    }

    /// Not by its name, either.
    @Test func leavesOutWhatOthersShallBeLessLike() async throws {
        let service = try await TestService.shared()
        let named = try await service.id(of: "1.png")
        #expect(await service.get("/api/search?q=1.png%20fits:all").names.first == "1.png")
        let others = await service.get("/api/search?q=1.png%20-like:\(named)%20fits:all&count=true")
        #expect(Set(others.names) == ["0.png", "2.png"])
        #expect(await service.get("/api/search?q=-like:\(named)").kind == "wrongUsage")
    }

    @Test func findsWhatAPictureIsLike() async throws {
        let service = try await TestService.shared()
        let form = TestForm().picture(TestPicture.png(1))
        #expect(await service.send(form, to: "/api/search").names.first == "1.png")
        let both = await service.send(form.text("text", "a b").text("not", "b").text("top", "1"), to: "/api/search")
        #expect(both.status == 200 && both.results.count == 1)
    }

    @Test func avoidsWhatIsToBeAvoided() async throws {
        let service = try await TestService.shared()
        let plain = await service.get("/api/search?q=a")
        let without = await service.get("/api/search?q=a&not=b+b+b")
        #expect(plain.results.first?["score"] as? Double != without.results.first?["score"] as? Double)
    }
}

@Suite struct SuggestRouteTests {
    @Test func suggestsWhatTheLibraryHas() async throws {
        let service = try await TestService.shared()
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
        let service = try await TestService.shared()
        let long = String(repeating: "a", count: 2_001)
        for query in ["top=0", "top=51", "top=x", "q=a&q=b", "q=\(long)"] {
            #expect(await service.get("/api/suggest?\(query)").status == 400, "\(query.prefix(20))")
        }
        #expect(await service.get("/api/suggest?top=50&q=\(long.dropLast())").status == 200)
    }
}
