import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

@testable import EvokeWebAPI

@Suite struct LibraryRouteTests {
    @Test func describesTheLibrary() async throws {
        let service = try await TestService { try $0.write("photos/bad.jpg", [0xFF, 0xD8, 0xFF]) }
        let library = await service.get("/api/library").json
        #expect(library["photos"] as? Int == 3 && library["searchable"] as? Int == 3 && library["failed"] as? Int == 1)
        let roots = try #require(library["roots"] as? [[String: Any]])
        #expect(roots.count == 1 && roots[0]["path"] as? String == service.photos.display)
        #expect(roots[0]["is_there"] as? Bool == true)
        #expect((library["indexing"] as? [String: Any])?["state"] as? String == "idle")

        let failures = await service.get("/api/library/failures").json
        #expect(failures["total"] as? Int == 1)
        let failure = try #require((failures["failures"] as? [[String: Any]])?.first)
        #expect(failure["kind"] as? String == "damaged")
        #expect((failure["reason"] as? String)?.isEmpty == false)

        let models = await service.get("/api/models").json
        #expect((models["in_use"] as? [String: Any])?["name"] as? String == "tiny")
        #expect((models["models"] as? [Any])?.count == 1)
        #expect(await service.get("/api/health").json["status"] as? String == "ok")
    }

    /// Nobody told the library, and the model that was there is still in memory.
    @Test func aModelThatIsReplacedAnswersNoMore() async throws {
        let service = try await TestService()
        let model = try TinyModel(in: service.folder)
        let before = try await service.host.current().model
        try model.changeAWeight(in: "text.onnx")
        let after = try await service.host.current().model
        #expect(after.name == before.name && after.fingerprint != before.fingerprint)
        // One that is gone serves on.
        service.folder.remove("models/tiny/text.onnx")
        #expect(try await service.host.current().model == after)
    }

    @Test func listsPhotosThatHaveLostTheirEndApart() async throws {
        let service = try await TestService { folder in
            let whole = TestPicture.png(7, width: 400, height: 900)
            try folder.write("photos/cut.png", whole.prefix(whole.count / 2))
            try folder.write("photos/bad.jpg", [0xFF, 0xD8, 0xFF])
        }
        let library = await service.get("/api/library").json
        #expect(library["photos"] as? Int == 4 && library["cut"] as? Int == 1 && library["failed"] as? Int == 1)
        let answer = await service.get("/api/library/failures").json
        #expect(answer["total"] as? Int == 1 && answer["cut_total"] as? Int == 1)
        let cut = try #require((answer["cut_photos"] as? [[String: Any]])?.first)
        #expect((cut["path"] as? String)?.hasSuffix("/cut.png") == true)
        #expect(abs((cut["share"] as? Double ?? 0) - 0.5) < 0.1)
        #expect(await service.get("/api/search?q=a").results.count == 4)
    }

    @Test func addsAndForgetsFolders() async throws {
        let service = try await TestService(pictures: 0)
        try service.folder.write("more/1.png", TestPicture.png(1))
        let more = service.folder.path.appending("more")
        let added = await service.send("{\"path\": \"\(more.display)\"}", to: "/api/library/roots")
        #expect(added.status == 202)
        #expect((added.json["roots"] as? [Any])?.count == 2, "it is remembered at once")
        try await service.rest()
        #expect(await service.get("/api/search?q=a").names == ["1.png"])

        let roots = try #require(await service.get("/api/library").json["roots"] as? [[String: Any]])
        let id = try #require(roots.first { $0["path"] as? String == more.display }?["id"] as? String)
        let removed = await service.get("/api/library/roots/\(id)", method: "DELETE")
        #expect(removed.status == 200 && (removed.json["roots"] as? [Any])?.count == 1)
        #expect(await service.get("/api/search?q=a").results.isEmpty)
        #expect(FileSystem.isFile(more.appending("1.png")))
        #expect(await service.get("/api/library/roots/\(id)", method: "DELETE").status == 404)
    }

    @Test func refusesFoldersThatAreNone() async throws {
        let service = try await TestService(pictures: 1)
        let file = service.photos.appending("0.png").display
        for (path, status) in [
            ("relative", 400), ("/no/such/folder", 404), (file, 400), ("", 400), ("/a\\u0000b", 400),
        ] {
            #expect(await service.send("{\"path\": \"\(path)\"}", to: "/api/library/roots").status == status, "\(path)")
        }
    }

    @Test func listsFoldersAndFollowsNoLink() async throws {
        let service = try await TestService(pictures: 1) { folder in
            for name in ["tree/b/in", "tree/a", "tree/.hidden", "secret/inside"] {
                try FileSystem.makeFolder(folder.path.appending(name))
            }
            try folder.write("tree/file.png", TestPicture.png(1))
            for (link, target) in [("tree/link", "secret"), ("side", "tree")] {
                let (link, target) = (folder.path.appending(link), folder.path.appending(target))
                #expect(target.withCString { target in link.withCString { symlink(target, $0) } } == 0)
            }
        }
        let home = try #require(FileSystem.resolve(service.folder.path))
        func list(_ name: String) async -> Answer { await service.get("/api/folders?path=\(home.display)/\(name)") }
        let tree = await list("tree").json
        #expect((tree["folders"] as? [[String: String]])?.map { $0["name"] } == ["a", "b"])
        #expect((tree["folders"] as? [[String: String]])?.last?["path"] == "\(home.display)/tree/b")
        #expect(tree["parent"] as? String == home.display)
        for link in ["tree/link", "tree/link/inside", "side", "side/b"] {
            let answer = await list(link)
            #expect(answer.status == 403 && answer.kind == "notAllowed", "\(link)")
        }
        #expect(await list("tree/file.png").status == 404)
        #expect(await list("gone").status == 404)
        #expect(await service.get("/api/folders?path=/").json["parent"] == nil)
        let names = await service.get("/api/folders?path=/").json["folders"] as? [[String: String]] ?? []
        #expect(!names.contains { $0["name"] == "proc" || $0["name"] == "dev" || $0["name"] == "sys" })
        #expect(await service.get("/api/folders").status == 200, "the home folder")
    }

    @Test func searchesWithAnotherModel() async throws {
        let service = try await TestService(pictures: 2) { folder in
            _ = try TinyModel(in: folder, at: "models/other", replacing: "\"squash\"", by: "\"pad\"")
        }
        let chosen = await service.send("{\"name\": \"other\"}", to: "/api/library/model", method: "PUT")
        #expect(chosen.status == 202 && chosen.json["model"] as? String == "other", "\(chosen.json)")
        try await service.rest()
        let answer = await service.get("/api/search?q=a")
        #expect(answer.json["model"] as? String == "other" && answer.results.count == 2)
        let path = service.folder.path.appending("models/other").display
        for name in ["none", path, "../other"] {
            let refused = await service.send("{\"name\": \"\(name)\"}", to: "/api/library/model", method: "PUT")
            #expect(refused.status == 404, "\(name)")
        }
        #expect(await service.get("/api/library").json["model"] as? String == "other")
    }

    @Test func refusesTheSystemsOwnFolders() async throws {
        let service = try await TestService(pictures: 1)
        let paths = ["/", "//", "/..", "/proc", "/proc/self/root", "/proc/self", "/sys/kernel", "/dev", "/dev/shm"]
        for (number, path) in paths.enumerated() {
            // Also where a link leads there.
            let link = service.folder.path.appending("link\(number)")
            #expect(link.withCString { link in path.withCString { symlink($0, link) } } == 0)
            for path in [path, link.display] {
                let answer = await service.send("{\"path\": \"\(path)\"}", to: "/api/library/roots")
                #expect(answer.status == 403 && answer.kind == "notAllowed", "\(path)")
            }
        }
        #expect((await service.get("/api/library").json["roots"] as? [Any])?.count == 1)
    }

    @Test func aFolderKeepsWhatAnotherForgets() async throws {
        let service = try await TestService(pictures: 0) { folder in
            for name in ["photos/a.png", "photos/in/b.png"] {
                try folder.write(name, TestPicture.png(name.utf8.count))
            }
        }
        let outer = service.folder.path.display
        #expect(await service.send("{\"path\": \"\(outer)\"}", to: "/api/library/roots").status == 202)
        try await service.rest()
        let roots = try #require(await service.get("/api/library").json["roots"] as? [[String: Any]])
        let id = try #require(roots.first { $0["path"] as? String == outer }?["id"] as? String)
        let removed = await service.get("/api/library/roots/\(id)", method: "DELETE")
        #expect(removed.status == 200 && removed.json["photos"] as? Int == 2, "they are in the inner folder")
        #expect((removed.json["roots"] as? [[String: Any]])?.map { $0["path"] as? String } == [service.photos.display])
    }

    @Test func anotherWriterIsAConflict() async throws {
        let service = try await TestService(pictures: 1)
        let writer = try await PhotoLibrary.open(service.places, access: .write)
        let running = await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT")
        #expect(running.status == 409 && running.kind == "libraryBusy")
        #expect(await service.get("/api/search?q=a").status == 200, "searching works meanwhile")
        try await writer.close()
    }

    @Test func pausesAndGoesOn() async throws {
        let service = try await TestService(pictures: 0)
        for number in 0..<24 {
            try service.folder.write("more/\(number).tif", TestPicture.largeTIFF(width: 1_000 + number, height: 800))
        }
        let more = service.folder.path.appending("more").display
        #expect(await service.send("{\"path\": \"\(more)\"}", to: "/api/library/roots").status == 202)
        let paused = await service.send("{\"state\": \"paused\"}", to: "/api/library/indexing", method: "PUT")
        #expect((paused.json["indexing"] as? [String: Any])?["state"] as? String == "paused")
        #expect(paused.json["photos"] as? Int ?? 24 < 60)
        #expect(
            await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT").status == 202)
        try await service.rest()
        #expect(await service.get("/api/library").json["photos"] as? Int == 24)
    }

    @Test func tellsWhatHappens() async throws {
        let service = try await TestService(pictures: 0)
        let answer = await service.get("/api/events")
        guard case .stream(let stream) = answer.response.body else {
            Issue.record("no stream")
            return
        }
        #expect(answer["Content-Type"] == "text/event-stream")
        var events = EventReader(stream)
        #expect(try await events.next("library")["photos"] as? Int == 0)
        for number in 0..<5 { try service.folder.write("photos/\(number).png", TestPicture.png(number)) }
        try service.folder.write("photos/bad.jpg", [0xFF, 0xD8])
        _ = await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT")
        #expect(try await events.next("progress")["state"] as? String != "idle")
        #expect(try await events.next("failed")["kind"] as? String == "damaged")
        #expect(try await events.next("finished")["added"] as? Int == 5)
        #expect(try await events.next("library")["photos"] as? Int == 5)
        service.service.endStreams()
        #expect(await events.rest().allSatisfy { $0.first == UInt8(ascii: ":") }, "nothing but signs of life")

        guard case .stream(let late) = await service.get("/api/events").response.body else {
            Issue.record("no stream")
            return
        }
        var lateEvents = EventReader(late)
        #expect(try await lateEvents.next("library")["photos"] as? Int == 5)
        #expect(await lateEvents.rest().isEmpty, "who comes after the end has not long to wait")
    }

    /// The chosen model is the library's, whoever chooses it.
    @Test func goesOnWithTheModelThatAnotherProgramChose() async throws {
        let service = try await TestService(pictures: 2) { folder in
            _ = try TinyModel(in: folder, at: "models/other", replacing: "\"squash\"", by: "\"pad\"")
        }
        #expect(await service.get("/api/search?q=a").json["model"] as? String == "tiny")
        let writer = try await PhotoLibrary.open(service.places, access: .write, model: ModelChoice("other"))
        _ = try await writer.index([]) { _ in }
        try await writer.close()
        let answer = await service.get("/api/search?q=a")
        #expect(answer.json["model"] as? String == "other" && answer.results.count == 2)
    }

    @Test func anEmptyPlaceBecomesAnEmptyLibrary() async throws {
        let folder = TemporaryFolder()
        _ = try TinyModel(in: folder, at: "models/starter")
        let places = Places(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: folder.path.appending("cache"))
        let service = try Service(
            await LibraryHost.open(places, downloader: ModelDownloader(places, from: FakeHub())),
            gate: Gate(names: [], token: nil))
        let request = Request(
            method: "GET", target: "/api/search?q=a", headers: Headers([("Host", "localhost")]),
            way: .network(isEncrypted: false))
        let answer = Answer(await service.response(to: request))
        #expect(answer.status == 200 && answer.results.isEmpty && answer.json["total"] as? Int == 0)
    }
}

/// Reads events off a stream, one after the other.
private struct EventReader {
    private var pieces: AsyncStream<[UInt8]>.AsyncIterator

    init(_ stream: AsyncStream<[UInt8]>) {
        pieces = stream.makeAsyncIterator()
    }

    /// The data of the next event of that name; those in between are passed over.
    mutating func next(_ name: String) async throws -> [String: Any] {
        while let piece = await pieces.next(isolation: nil) {
            let lines = String(decoding: piece, as: UTF8.self).split(separator: "\n")
            guard lines.first == "event: \(name)", let data = lines.dropFirst().first?.dropFirst(6) else { continue }
            return try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any] ?? [:]
        }
        throw CancellationError()
    }

    mutating func rest() async -> [[UInt8]] {
        var rest: [[UInt8]] = []
        while let piece = await pieces.next(isolation: nil) { rest.append(piece) }
        return rest
    }
}
