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
        let service = try await TestService { folder in
            let whole = TestPicture.png(7, width: 400, height: 900)
            try folder.write("photos/cut.png", whole.prefix(whole.count / 2))
            try folder.write("photos/bad.jpg", [0xFF, 0xD8, 0xFF])
        }
        let library = await service.get("/api/library")
        #expect(library.ints("photos", "searchable", "failed", "cut") == [4, 4, 1, 1])
        let roots = library.list("roots")
        #expect(roots.map { $0["path"] as? String } == [service.photos.display])
        #expect(roots.first?["is_there"] as? Bool == true)
        #expect((library.json["indexing"] as? [String: Any])?["state"] as? String == "idle")

        let failures = await service.get("/api/library/failures")
        #expect(failures.ints("total", "cut_total") == [1, 1])
        #expect(failures.list("failures").map { $0["kind"] as? String } == ["damaged"])
        let cut = try #require(failures.list("cut_photos").first)
        #expect((cut["path"] as? String)?.hasSuffix("/cut.png") == true)
        #expect(abs((cut["share"] as? Double ?? 0) - 0.5) < 0.1)
        let models = await service.get("/api/models")
        #expect((models.json["in_use"] as? [String: Any])?["name"] as? String == "tiny")
        #expect(models.list("models").count == 1)
        #expect(await service.get("/api/health").texts("status") == ["ok"])
    }

    /// Pages look whether what they show of photos is still so.
    @Test func tellsThatSomebodyHasMarkedPhotos() async throws {
        let service = try await TestService(of: Album.three)
        func version() async -> String? { await service.get("/api/library").json["marks_version"] as? String }
        let before = await version()
        let photo = PhotoID(Int64(try await service.id(of: "0.png")))
        _ = try await service.configuration.opened().marks.change(PhotoSet([photo]), MarkEdit(adding: [.favorite]))
        let marked = await version()
        try await service.configuration.opened().people.keep(true)
        #expect(before != nil && marked != before)
        #expect(await version() == marked, "nothing was said of a photo")
        #expect(await service.send(to: "/api/marks/undo").status == 200)
        #expect(await version() != marked)
    }

    /// Nobody told the library, and the model that was there is still in memory.
    @Test func aModelThatIsReplacedAnswersNoMore() async throws {
        let service = try await TestService()
        let model = try TinyModel(in: service.folder)
        let before = try await service.library.model
        try model.changeAWeight(in: "text.onnx")
        let after = try await service.library.model
        #expect(after.name == before.name && after.fingerprint != before.fingerprint)
        // One that is gone serves on.
        service.folder.remove("models/tiny/text.onnx")
        #expect(try await service.library.model == after)
    }

    @Test func addsAndForgetsFolders() async throws {
        let service = try await TestService(of: Album.empty)
        try service.folder.write("more/1.png", TestPicture.png(1))
        let more = service.folder.path.appending("more")
        let added = await service.send("{\"path\": \"\(more.display)\"}", to: "/api/library/roots")
        #expect(added.status == 202 && added.list("roots").count == 2, "it is remembered at once")
        try await service.rest()
        #expect(await service.get("/api/search?q=a").names == ["1.png"])

        let roots = await service.get("/api/library").list("roots")
        let id = try #require(roots.first { $0["path"] as? String == more.display }?["id"] as? String)
        let removed = await service.get("/api/library/roots/\(id)", method: "DELETE")
        #expect(removed.status == 200 && removed.list("roots").count == 1)
        #expect(await service.get("/api/search?q=a").results.isEmpty)
        #expect(FileSystem.isFile(more.appending("1.png")))
        #expect(await service.get("/api/library/roots/\(id)", method: "DELETE").status == 404)
    }

    @Test func refusesFoldersThatAreNone() async throws {
        let service = try await TestService.shared()
        let file = service.photos.appending("0.png").display
        for (path, status) in [
            ("relative", 400), ("/no/such/folder", 404), (file, 400), ("", 400), ("/a\\u0000b", 400),
        ] {
            #expect(await service.send("{\"path\": \"\(path)\"}", to: "/api/library/roots").status == status, "\(path)")
        }
        #expect(await service.get("/api/library").list("roots").count == 1)
    }

    @Test func listsFoldersAndFollowsNoLink() async throws {
        let service = try await TestService.shared()
        let folder = TemporaryFolder()
        for name in ["tree/b/in", "tree/a", "tree/.hidden", "secret/inside"] {
            try FileSystem.makeFolder(folder.path.appending(name))
        }
        try folder.write("tree/file.png", TestPicture.png(1))
        for (link, target) in [("tree/link", "secret"), ("side", "tree")] {
            let (link, target) = (folder.path.appending(link), folder.path.appending(target))
            #expect(target.withCString { target in link.withCString { symlink(target, $0) } } == 0)
        }
        let home = folder.path.display
        func list(_ path: String) async -> Answer { await service.get("/api/folders?path=\(path)") }
        let tree = await list("\(home)/tree")
        #expect(tree.list("folders").map { $0["path"] as? String } == ["\(home)/tree/a", "\(home)/tree/b"])
        #expect(tree.texts("parent") == [home])
        for (name, status) in [
            ("tree/link", 403), ("tree/link/inside", 403), ("side", 403), ("side/b", 403), ("tree/file.png", 404),
            ("gone", 404),
        ] {
            #expect(await list("\(home)/\(name)").status == status, "\(name)")
        }
        let root = await list("/")
        let names = root.list("folders").compactMap { $0["name"] as? String }
        #expect(root.json["parent"] == nil && Set(names).isDisjoint(with: ["proc", "dev", "sys"]))
        #expect(await service.get("/api/folders").status == 200, "the home folder")
    }

    @Test func searchesWithAnotherModel() async throws {
        let service = try await TestService(of: Album.three)
        _ = try TinyModel(in: service.folder, at: "models/other", replacing: "\"squash\"", by: "\"pad\"")
        func choose(_ name: String) async -> Answer {
            await service.send("{\"name\": \"\(name)\"}", to: "/api/library/model", method: "PUT")
        }
        let chosen = await choose("other")
        #expect(chosen.status == 202 && chosen.texts("model") == ["other"], "\(chosen.json)")
        try await service.rest()
        let answer = await service.get("/api/search?q=a")
        #expect(answer.texts("model") == ["other"] && answer.results.count == 3)
        for name in ["none", service.folder.path.appending("models/other").display, "../other"] {
            #expect(await choose(name).status == 404, "\(name)")
        }
        #expect(await service.get("/api/library").texts("model") == ["other"])
    }

    @Test func refusesTheSystemsOwnFolders() async throws {
        let (service, folder) = (try await TestService.shared(), TemporaryFolder())
        let paths = ["/", "//", "/..", "/proc", "/proc/self/root", "/proc/self", "/sys/kernel", "/dev", "/dev/shm"]
        for (number, path) in paths.enumerated() {
            // Also where a link leads there.
            let link = folder.path.appending("link\(number)")
            #expect(link.withCString { link in path.withCString { symlink($0, link) } } == 0)
            for path in [path, link.display] {
                let answer = await service.send("{\"path\": \"\(path)\"}", to: "/api/library/roots")
                #expect(answer.status == 403 && answer.kind == "notAllowed", "\(path)")
            }
        }
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
        let roots = await service.get("/api/library").list("roots")
        let id = try #require(roots.first { $0["path"] as? String == outer }?["id"] as? String)
        let removed = await service.get("/api/library/roots/\(id)", method: "DELETE")
        #expect(removed.status == 200 && removed.json["photos"] as? Int == 2, "they are in the inner folder")
        #expect(removed.list("roots").map { $0["path"] as? String } == [service.photos.display])
    }

    @Test func anotherWriterIsAConflict() async throws {
        let service = try await TestService(of: Album.one)
        let writer = try await PhotoLibrary.open(service.configuration, access: .write)
        let running = await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT")
        #expect(running.status == 409 && running.kind == "libraryBusy")
        #expect(await service.get("/api/search?q=a").status == 200, "searching works meanwhile")
        try await writer.close()
    }

    @Test func pausesAndGoesOn() async throws {
        let service = try await TestService(of: Album.empty)
        for number in 0..<24 {
            try service.folder.write("more/\(number).tif", TestPicture.largeTIFF(width: 1_000 + number, height: 80))
        }
        func set(_ state: String) async -> Answer {
            await service.send("{\"state\": \"\(state)\"}", to: "/api/library/indexing", method: "PUT")
        }
        let more = service.folder.path.appending("more").display
        #expect(await service.send("{\"path\": \"\(more)\"}", to: "/api/library/roots").status == 202)
        let paused = await set("paused").json["indexing"] as? [String: Any]
        #expect(paused?["state"] as? String == "paused")
        #expect(await set("running").status == 202)
        try await service.rest()
        #expect(await service.get("/api/library").ints("photos") == [24])
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
    }

    @Test func whoComesAfterTheEndHasNotLongToWait() async throws {
        let service = try await TestService(of: Album.one)
        service.service.endStreams()
        guard case .stream(let late) = await service.get("/api/events").response.body else {
            Issue.record("no stream")
            return
        }
        var events = EventReader(late)
        #expect(try await events.next("library")["photos"] as? Int == 1)
        #expect(await events.rest().isEmpty)
    }

    /// The chosen model is the library's, whoever chooses it.
    @Test func goesOnWithTheModelThatAnotherProgramChose() async throws {
        let service = try await TestService(of: Album.three)
        _ = try TinyModel(in: service.folder, at: "models/other", replacing: "\"squash\"", by: "\"pad\"")
        #expect(await service.get("/api/search?q=a").texts("model") == ["tiny"])
        let writer = try await PhotoLibrary.open(service.configuration, access: .write, model: ModelChoice("other"))
        _ = try await writer.index([]) { _ in }
        try await writer.close()
        let answer = await service.get("/api/search?q=a")
        #expect(answer.texts("model") == ["other"] && answer.results.count == 3)
    }

    @Test func anEmptyPlaceBecomesAnEmptyLibrary() async throws {
        let folder = TemporaryFolder()
        _ = try TinyModel(in: folder, at: "models/starter")
        let configuration = LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
        let service = try Service(
            await PhotoLibrary.openAndFollow(
                configuration, downloader: ModelDownloader(configuration, from: FakeHub())),
            gate: Gate(names: [], token: nil))
        let request = Request(
            method: "GET", target: "/api/search?q=a", headers: Headers([("Host", "localhost")]),
            way: .network(isEncrypted: false))
        let answer = Answer(await service.response(to: request))
        #expect(answer.status == 200 && answer.results.isEmpty && answer.ints("total") == [0])
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
