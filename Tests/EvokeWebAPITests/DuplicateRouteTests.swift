import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

/// Copies over the API. Nothing here gets as far as the trash of whoever runs the tests: `ClientTests` have one of their own.
@Suite struct DuplicateRouteTests {
    /// For tests that change nothing; copies have been looked for.
    private static let found = Task {
        let service = try await TestService(of: Album.copies)
        try await find(service)
        return service
    }

    private static func find(_ service: TestService) async throws {
        try await wait(for: "the end of the search") {
            await service.get("/api/duplicates").json["finding"] == nil
        }
    }

    private func trash(_ steps: [(Int, Int)], _ service: TestService) async -> Answer {
        let steps = steps.map { "{\"trash\": \($0.0), \"keep\": \($0.1)}" }.joined(separator: ",")
        return await service.send("{\"steps\": [\(steps)]}", to: "/api/duplicates/trash")
    }

    @Test func aSearchBeginsAndTellsOfItself() async throws {
        let service = try await TestService(of: Album.copies)
        var news = service.library.changes.makeAsyncIterator()
        let first = await service.get("/api/duplicates")
        #expect(first.status == 200 && first.json["finding"] != nil && first.groups.isEmpty)
        var progress: [DuplicatesProgress?] = []
        while progress.last != .some(nil), let event = await news.next() {
            if case .finding(let now) = event { progress.append(now) }
        }
        #expect(progress.count > 1 && progress[0]?.done == 0)
        let answer = await service.get("/api/duplicates")
        #expect(answer.json["finding"] == nil && answer.groups.count == 2 && answer.ints("not_compared") == [0])
        #expect(await service.get("/api/duplicates").json["finding"] == nil, "what was found is kept")
    }

    @Test func listsGroupsWithTheOneToKeepFirst() async throws {
        let answer = try await Self.found.value.get("/api/duplicates")
        #expect(answer.json["counts"] as? [String: Int] == ["exact": 2, "same": 0, "burst": 0])
        let photos = answer.groups.map { $0["photos"] as? [[String: Any]] ?? [] }
        #expect(photos.map(\.count).sorted() == [2, 3])
        let bytes = photos.flatMap { $0.dropFirst() }.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(bytes > 0 && answer.ints("total", "bytes") == [2, bytes])
        for group in photos {
            #expect(group.map { $0["keep"] as? Bool } == [true] + Array(repeating: false, count: group.count - 1))
            #expect(group.map { $0["differs"] != nil } == [false] + Array(repeating: true, count: group.count - 1))
        }
    }

    @Test func groupsAreListedByPagesKindsAndQueries() async throws {
        let service = try await Self.found.value
        for (asked, count) in [
            ("top=1&offset=1", 1), ("offset=2", 0), ("kind=burst&kind=same", 0), ("q=file:copy", 1),
            // One alone is no group.
            ("q=file:other", 0),
        ] {
            #expect(await service.get("/api/duplicates?\(asked)").groups.count == count, "\(asked)")
        }
        let bursts = await service.get("/api/duplicates?kind=burst&kind=same").json
        #expect((bursts["counts"] as? [String: Int])?["exact"] == 2, "all kinds are counted")
        let some = await service.get("/api/duplicates?q=file:copy").groups.first?["photos"] as? [[String: Any]]
        #expect(some?.map { $0["name"] as? String } == ["copy.png", "copy.png"])
        for wrong in ["duplicates?q=ratting:5", "duplicates?kind=twins", "duplicates?top=0", "photos?fold=perhaps"] {
            #expect(await service.get("/api/\(wrong)").status == 400, "\(wrong)")
        }
    }

    /// Whoever asks first waits until somebody has looked for copies, and not for ever.
    @Test func photosOfAStackAreOneWhereThatIsAsked() async throws {
        let service = try await TestService(of: Album.copies)
        let began = ContinuousClock.now
        let first = await service.get("/api/photos?fold=true")
        #expect(first.ints("folded") == [3] || first.status == 200 && ContinuousClock.now - began >= .seconds(2))
        try await Self.find(service)
        let folded = await service.get("/api/photos?fold=true")
        #expect(folded.ints("total", "folded") == [3, 3])
        let stacks = folded.results.compactMap { $0["stack"] as? [String: Any] }
        #expect(stacks.map { "\($0["count"] ?? 0) \($0["kind"] ?? "")" }.sorted() == ["2 exact", "3 exact"])
        let some = await service.get("/api/photos?fold=true&top=2")
        let rest = await service.get("/api/photos?fold=true&top=2&offset=2")
        #expect((some.results + rest.results).map { $0["id"] as? Int } == folded.results.map { $0["id"] as? Int })
    }

    @Test func searchesAndDaysAreFoldedToo() async throws {
        let service = try await Self.found.value
        for (target, count) in [
            ("photos", 6), ("days", 6), ("days?fold=true", 3), ("days?fold=true&q=file:copy", 1),
            ("search?q=file:copy&fold=true", 1),
        ] {
            #expect(await service.get("/api/\(target)").ints("total") == [count], "\(target)")
        }
        let found = await service.get("/api/search?q=file:copy&fold=true")
        #expect(found.ints("folded") == [1])
        #expect((found.results.first?["stack"] as? [String: Any])?["count"] as? Int == 3)
        let photo = try await service.id(of: "0.png")
        let like = await service.send("{\"like\": [\(photo)], \"fold\": true}", to: "/api/search")
        #expect(like.results.count == 3, "its copies, and the others")
    }

    @Test func aStackIsListedByItself() async throws {
        let service = try await Self.found.value
        let (photo, alone) = (try await service.id(of: "0.png"), try await service.id(of: "2.png"))
        let list = await service.get("/api/photos?stack=\(photo)").results
        #expect(list.map { ($0["stack"] as? [String: Any])?["kind"] as? String } == ["exact", nil, nil])
        #expect(await service.get("/api/photos?stack=\(photo)&top=1&offset=2").results.count == 1)
        let one = await service.get("/api/photos?stack=\(alone)").results
        #expect(one.count == 1 && one[0]["stack"] == nil)
        for (number, status) in [(9_999, 404), (0, 400)] {
            #expect(await service.get("/api/photos?stack=\(number)").status == status)
        }
    }

    @Test func otherPhotosAreComparedAnew() async throws {
        let service = try await TestService(of: Album.copies)
        try await Self.find(service)
        try service.folder.write("more/2.png", TestPicture.png(2))
        try await service.library.indexing.add(service.folder.path.appending("more"))
        try await service.rest()
        try await wait(for: "the third group") {
            let answer = await service.get("/api/duplicates")
            return answer.json["finding"] == nil && answer.groups.count == 3
        }
    }

    @Test func onlyPhotosOfOneGroupGo() async throws {
        let service = try await TestService(of: Album.copies)
        let (photo, alone) = (try await service.id(of: "0.png"), try await service.id(of: "2.png"))
        let copy = try await service.id(of: "copy.png")
        let early = await trash([(copy, photo)], service)
        #expect(early.left.map(\.id) == [copy], "nobody has looked for copies yet")
        try await Self.find(service)
        let answer = await trash(
            [(photo, photo), (alone, photo), (photo, alone), (9_999, photo), (copy, 9_999)], service)
        #expect(answer.list("done").isEmpty && answer.left.map(\.id) == [photo, alone, photo, 9_999, copy])
        #expect(answer.left.allSatisfy { $0.kind == "notAllowed" && !$0.remedy.isEmpty })
        #expect(["0.png", "2.png", "a/copy.png"].allSatisfy(service.has))
    }

    @Test func whatHasChangedOnTheDiskStays() async throws {
        let service = try await TestService(pictures: 2) { try $0.write("photos/a/other.png", TestPicture.png(1)) }
        try await Self.find(service)
        let (photo, copy) = (try await service.id(of: "1.png"), try await service.id(of: "other.png"))
        try service.folder.write("photos/1.png", TestPicture.png(7))
        let unread = await trash([(photo, copy), (photo, copy)], service)
        #expect(unread.left.map(\.id) == [photo, photo], "\(unread.json)")
        for reason in ["listed twice", "has changed since it was indexed"] {
            #expect(unread.left.contains { $0.detail.contains(reason) })
        }
        let before = await service.get("/api/photos/\(photo)").texts("version")
        try await service.library.indexing.resume()
        try await wait(for: "the new content") {
            await service.get("/api/photos/\(photo)").texts("version") != before
        }
        try await service.rest()
        let read = await trash([(photo, copy)], service)
        // By then, copies may have been looked for once more.
        let reasons = ["has changed since duplicates were found", "it is not in a group"]
        let detail = try #require(read.left.first?.detail)
        #expect(reasons.contains { detail.contains($0) }, "\(read.json)")
        #expect(["1.png", "a/other.png"].allSatisfy(service.has))
    }

    @Test func nothingGoesWhileAnotherWrites() async throws {
        let service = try await TestService(of: Album.copies)
        try await Self.find(service)
        let (photo, copy) = (try await service.id(of: "1.png"), try await service.id(of: "other.png"))
        let other = try await PhotoLibrary.open(service.configuration, access: .write)
        let refused = await trash([(copy, photo)], service)
        #expect(refused.status == 409 && refused.kind == "libraryBusy")
        #expect(await service.send(to: "/api/duplicates/undo").status == 409)
        try await other.close()
        let undone = await service.send(to: "/api/duplicates/undo")
        #expect(undone.status == 200 && undone.list("files").isEmpty && service.has("a/other.png"))
    }

    @Test func textsThatAreReadWait() async throws {
        let service = try await TestService(pictures: 1, reader: FakeTextReader(["0.png": ["Exit"]]))
        try await service.library.indexing.runLaterPasses()
        #expect(await service.send(to: "/api/duplicates/undo").status == 200)
        try await wait(for: "the text") { await service.get("/api/photos/1/text").json["is_read"] as? Bool == true }
    }

    @Test func whatIsNotAskedRightIsRefused() async throws {
        let service = try await TestService.shared()
        for body in [
            "{}", "{\"steps\": []}", "{\"steps\": [{\"trash\": 1}]}",
            "{\"steps\": [{\"trash\": \"1\", \"keep\": 2}]}", "{\"steps\": [{\"trash\": 0, \"keep\": 2}]}", "[]",
        ] {
            #expect(await service.send(body, to: "/api/duplicates/trash").status == 400, "\(body)")
        }
    }
}

extension Answer {
    fileprivate struct Left {
        let id: Int?
        let kind, detail, remedy: String
    }

    fileprivate var groups: [[String: Any]] { list("groups") }
    fileprivate var left: [Left] {
        list("left").map { left in
            let error = left["error"] as? [String: Any] ?? [:]
            func text(_ name: String) -> String { error[name] as? String ?? "" }
            return Left(id: left["id"] as? Int, kind: text("kind"), detail: text("detail"), remedy: text("remedy"))
        }
    }
}

extension TestService {
    fileprivate func has(_ name: String) -> Bool { FileSystem.isFile(photos.appending(name)) }
}
