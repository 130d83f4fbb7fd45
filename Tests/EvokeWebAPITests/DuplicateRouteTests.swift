import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// Copies over the API. Nothing here gets as far as the trash of whoever runs the tests: `ClientTests` have one of their own.
@Suite struct DuplicateRouteTests {
    /// 0.png three times, 1.png twice, and one without a copy.
    private func copies() async throws -> TestService {
        try await TestService(pictures: 3) { folder in
            for (name, number) in [("a/copy.png", 0), ("b/copy.png", 0), ("a/other.png", 1)] {
                try folder.write("photos/" + name, TestPicture.png(number))
            }
        }
    }

    @discardableResult
    private func found(_ service: TestService, _ target: String = "/api/duplicates") async throws -> Answer {
        try await wait(for: "the end of the search") {
            await service.get("/api/duplicates").json["finding"] == nil
        }
        return await service.get(target)
    }

    private func trash(_ steps: [(Int, Int)], _ service: TestService) async -> Answer {
        let steps = steps.map { "{\"trash\": \($0.0), \"keep\": \($0.1)}" }.joined(separator: ",")
        return await service.send("{\"steps\": [\(steps)]}", to: "/api/duplicates/trash")
    }

    @Test func aSearchBeginsAndTellsOfItself() async throws {
        let service = try await copies()
        var news = service.host.news.listen().makeAsyncIterator()
        let first = await service.get("/api/duplicates")
        #expect(first.status == 200 && first.json["finding"] != nil && first.groups.isEmpty)
        var progress: [DuplicatesProgress?] = []
        while progress.last != .some(nil), let event = await news.next() {
            if case .finding(let now) = event { progress.append(now) }
        }
        #expect(progress.count > 1 && progress[0]?.done == 0)
        let answer = await service.get("/api/duplicates")
        #expect(answer.json["finding"] == nil && answer.groups.count == 2)
        #expect(answer.json["not_compared"] as? Int == 0)
        #expect(await service.get("/api/duplicates").json["finding"] == nil, "what was found is kept")
    }

    @Test func listsGroupsWithTheOneToKeepFirst() async throws {
        let service = try await copies()
        let answer = try await found(service)
        #expect(answer.json["total"] as? Int == 2)
        #expect(answer.json["counts"] as? [String: Int] == ["exact": 2, "same": 0, "burst": 0])
        let groups = answer.groups
        #expect(groups.map { $0["kind"] as? String } == ["exact", "exact"])
        let photos = groups.map { $0["photos"] as? [[String: Any]] ?? [] }
        #expect(photos.map(\.count).sorted() == [2, 3])
        let bytes = photos.flatMap { $0.dropFirst() }.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(answer.json["bytes"] as? Int == bytes && bytes > 0)
        for group in photos {
            #expect(group.map { $0["keep"] as? Bool } == [true] + Array(repeating: false, count: group.count - 1))
            #expect(group[0]["differs"] == nil && group.dropFirst().allSatisfy { $0["differs"] != nil })
            #expect(group.allSatisfy { ($0["id"] as? Int ?? 0) > 0 && $0["type"] as? String == "image/png" })
        }
        #expect(await service.get("/api/duplicates?top=1&offset=1").groups.count == 1)
        #expect(await service.get("/api/duplicates?offset=2").groups.isEmpty)
        let bursts = await service.get("/api/duplicates?kind=burst&kind=same")
        #expect(bursts.json["total"] as? Int == 0 && bursts.groups.isEmpty)
        #expect((bursts.json["counts"] as? [String: Int])?["exact"] == 2, "all kinds are counted")
    }

    @Test func aQueryLeavesThePhotosThatItFinds() async throws {
        let service = try await copies()
        try await found(service)
        let some = await service.get("/api/duplicates?q=file:copy")
        #expect(some.groups.count == 1)
        let names = (some.groups.first?["photos"] as? [[String: Any]])?.map { $0["name"] as? String }
        #expect(names == ["copy.png", "copy.png"])
        #expect(await service.get("/api/duplicates?q=file:other").groups.isEmpty, "one alone is no group")
        #expect(await service.get("/api/duplicates?q=ratting:5").status == 400)
        #expect(await service.get("/api/duplicates?kind=twins").status == 400)
        #expect(await service.get("/api/duplicates?top=0").status == 400)
    }

    @Test func photosOfAStackAreOneWhereThatIsAsked() async throws {
        let service = try await copies()
        #expect(await service.get("/api/photos").json["total"] as? Int == 6)
        // Whoever asks first does not wait for ever until somebody has looked for copies.
        #expect(await service.get("/api/photos?fold=true").status == 200)
        try await found(service)
        let folded = await service.get("/api/photos?fold=true")
        #expect(folded.json["total"] as? Int == 3 && folded.json["folded"] as? Int == 3)
        let stacks = folded.results.compactMap { $0["stack"] as? [String: Any] }
        #expect(stacks.compactMap { $0["count"] as? Int }.sorted() == [2, 3])
        #expect(stacks.allSatisfy { $0["kind"] as? String == "exact" })
        let first = await service.get("/api/photos?fold=true&top=2")
        let rest = await service.get("/api/photos?fold=true&top=2&offset=2")
        #expect((first.results + rest.results).map { $0["id"] as? Int } == folded.results.map { $0["id"] as? Int })
        #expect(await service.get("/api/days?fold=true").json["total"] as? Int == 3)
        #expect(await service.get("/api/days?fold=true&q=file:copy").json["total"] as? Int == 1)
        #expect(await service.get("/api/days").json["total"] as? Int == 6)

        let found = await service.get("/api/search?q=file:copy&fold=true")
        #expect(found.json["total"] as? Int == 1 && found.json["folded"] as? Int == 1)
        #expect((found.results.first?["stack"] as? [String: Any])?["count"] as? Int == 3)
        let photo = try await service.id(of: "0.png")
        let like = await service.send("{\"like\": [\(photo)], \"fold\": true}", to: "/api/search")
        #expect(like.results.count == 3, "its copies, and the others")
        #expect(await service.get("/api/photos?fold=perhaps").status == 400)
    }

    @Test func aStackIsListedByItself() async throws {
        let service = try await copies()
        let (photo, alone) = (try await service.id(of: "0.png"), try await service.id(of: "2.png"))
        try await found(service)
        let list = await service.get("/api/photos?stack=\(photo)")
        #expect(list.json["total"] as? Int == 3 && list.results.count == 3)
        #expect((list.results[0]["stack"] as? [String: Any])?["kind"] as? String == "exact")
        #expect(list.results.dropFirst().allSatisfy { $0["stack"] == nil })
        #expect(await service.get("/api/photos?stack=\(photo)&top=1&offset=2").results.count == 1)
        let one = await service.get("/api/photos?stack=\(alone)")
        #expect(one.json["total"] as? Int == 1 && one.results.allSatisfy { $0["stack"] == nil })
        #expect(await service.get("/api/photos?stack=9999").status == 404)
        #expect(await service.get("/api/photos?stack=0").status == 400)
    }

    @Test func otherPhotosAreComparedAnew() async throws {
        let service = try await copies()
        try await found(service)
        try service.folder.write("more/2.png", TestPicture.png(2))
        try await service.host.add(root: service.folder.path.appending("more"))
        try await service.rest()
        try await wait(for: "the third group") {
            let answer = await service.get("/api/duplicates")
            return answer.json["finding"] == nil && answer.groups.count == 3
        }
    }

    @Test func onlyPhotosOfOneGroupGo() async throws {
        let service = try await copies()
        let (photo, alone) = (try await service.id(of: "0.png"), try await service.id(of: "2.png"))
        let copy = try await service.id(of: "copy.png")
        let early = await trash([(copy, photo)], service)
        #expect(early.left.map(\.id) == [copy], "nobody has looked for copies yet")
        try await found(service)
        let answer = await trash(
            [(photo, photo), (alone, photo), (photo, alone), (9_999, photo), (copy, 9_999)], service)
        #expect(answer.status == 200 && (answer.json["done"] as? [Any])?.isEmpty == true)
        #expect(answer.left.map(\.id) == [photo, alone, photo, 9_999, copy])
        #expect(answer.left.allSatisfy { $0.kind == "notAllowed" && !$0.remedy.isEmpty })
        for name in ["0.png", "2.png", "a/copy.png"] { #expect(service.has(name)) }
    }

    @Test func whatHasChangedOnTheDiskStays() async throws {
        let service = try await copies()
        try await found(service)
        let (photo, copy) = (try await service.id(of: "1.png"), try await service.id(of: "other.png"))
        try service.folder.write("photos/1.png", TestPicture.png(7))
        let unread = await trash([(photo, copy), (photo, copy)], service)
        #expect(unread.left.map(\.id) == [photo, photo], "\(unread.json)")
        #expect(unread.left.contains { $0.detail.contains("named twice") })
        #expect(unread.left.contains { $0.detail.contains("has changed since it was indexed") })
        let before = await service.get("/api/photos/\(photo)").json["version"] as? String
        try await service.host.resume()
        try await wait(for: "the new content") {
            await service.get("/api/photos/\(photo)").json["version"] as? String != before
        }
        try await service.rest()
        let read = await trash([(photo, copy)], service)
        // By then, copies may have been looked for once more.
        let reasons = ["has changed since copies were looked for", "it was not found to be in one group"]
        let detail = try #require(read.left.first?.detail)
        #expect(reasons.contains { detail.contains($0) }, "\(read.json)")
        #expect(service.has("1.png") && service.has("a/other.png"))
    }

    @Test func nothingGoesWhileAnotherWrites() async throws {
        let service = try await copies()
        try await found(service)
        let (photo, copy) = (try await service.id(of: "1.png"), try await service.id(of: "other.png"))
        let other = try await PhotoLibrary.open(service.places, access: .write)
        let refused = await trash([(copy, photo)], service)
        #expect(refused.status == 409 && refused.kind == "libraryBusy")
        #expect(await service.get("/api/duplicates/undo", method: "POST").status == 409)
        try await other.close()
        let undone = await service.get("/api/duplicates/undo", method: "POST")
        #expect(undone.status == 200 && (undone.json["files"] as? [Any])?.isEmpty == true)
        #expect(service.has("a/other.png"))
    }

    @Test func textsThatAreReadWait() async throws {
        let service = try await TestService(pictures: 1, reader: FakeTextReader(["0.png": ["Exit"]]))
        try await service.host.lookFurther()
        #expect(await service.get("/api/duplicates/undo", method: "POST").status == 200)
        try await wait(for: "the text") { await service.get("/api/photos/1/text").json["is_read"] as? Bool == true }
    }

    @Test func whatIsNotAskedRightIsRefused() async throws {
        let service = try await TestService(pictures: 0)
        for body in [
            "{}", "{\"steps\": []}", "{\"steps\": [{\"trash\": 1}]}",
            "{\"steps\": [{\"trash\": \"1\", \"keep\": 2}]}", "{\"steps\": [{\"trash\": 0, \"keep\": 2}]}", "[]",
        ] {
            #expect(await service.send(body, to: "/api/duplicates/trash").status == 400, "\(body)")
        }
    }

    @Test func onlyWhoKnowsTheTokenMayAsk() async throws {
        let service = try await TestService(token: Token("0123456789abcdef0123456789abcdef"), pictures: 0)
        #expect(await service.get("/api/duplicates").status == 401)
        #expect(await trash([(1, 2)], service).status == 401)
        #expect(await service.get("/api/duplicates/undo", method: "POST").status == 401)
    }
}

extension Answer {
    fileprivate struct Left {
        let id: Int?
        let kind, detail, remedy: String
    }

    fileprivate var groups: [[String: Any]] { json["groups"] as? [[String: Any]] ?? [] }
    fileprivate var left: [Left] {
        (json["left"] as? [[String: Any]] ?? []).map { left in
            let error = left["error"] as? [String: Any] ?? [:]
            func text(_ name: String) -> String { error[name] as? String ?? "" }
            return Left(id: left["id"] as? Int, kind: text("kind"), detail: text("detail"), remedy: text("remedy"))
        }
    }
}

extension TestService {
    fileprivate func has(_ name: String) -> Bool { FileSystem.isFile(photos.appending(name)) }
}
