import EvokeClient
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// A library is served, over a real socket.
@Suite struct ServingEverydayTests {
    private let dog = Result { try Installed.album().appending("animals/mammals/dog.png") }

    @Test func findsPhotos() async throws {
        let server = try await ServedAlbum.server()
        let found = try await server.get("/api/search?q=a+penguin&top=5")
        #expect(found.status == 200 && found.headers["content-type"] == "application/json")
        #expect(found.results.contains { "\($0["name"] ?? "")".contains("penguin") })
        let first = try #require(found.results.first?["id"] as? Int)
        let like = try await server.send("{\"like\": [\(first)], \"text\": \"a bird\", \"top\": 3}", to: "/api/search")
        #expect(like.results.count == 3 && !like.results.contains { $0["id"] as? Int == first })
        let byPicture = try await server.send(picture: dog.get(), [("top", "2")], to: "/api/search")
        #expect(byPicture.results.first?["name"] as? String == "dog.png")
    }

    @Test func showsPhotos() async throws {
        let server = try await ServedAlbum.server()
        let found = try await server.get("/api/search?q=file:dog.png").results
        let id = try #require(found.first { $0["name"] as? String == "dog.png" }?["id"] as? Int)
        let small = try await server.get("/api/photos/\(id)/thumbnail?size=320")
        #expect(small.status == 200 && small.body.starts(with: [0xFF, 0xD8]))
        let original = try await server.get("/api/photos/\(id)/original")
        #expect(try original.body == FileSystem.read(dog.get()))
        let part = try await server.get("/api/photos/\(id)/original", [("Range", "bytes=100-199")])
        #expect(part.status == 206 && part.body == Array(original.body[100..<200]))
        let tag = try #require(original.headers["etag"])
        let same = try await server.get("/api/photos/\(id)/original", [("If-None-Match", tag)])
        #expect(same.status == 304 && same.body.isEmpty)
    }

    @Test func indexesWhatIsAddedAndTellsOfIt() async throws {
        let library = try GeneratedLibrary(photos: 12)
        #expect(try await library.index().code == 0)
        let more = TemporaryFolder()
        try more.write("12.png", TestPicture.png(12))
        try more.write("bad.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        let server = try await ServedLibrary(library.program, ["--library", library.folder.display])
        let events = try RawConnection(port: server.port)
        try await events.send(Array("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        let root = "{\"path\": \"\(more.path)\"}"
        #expect(try await server.send(root, to: "/api/library/roots").status == 202)
        try await wait(for: "13 photos to search") {
            try await server.get("/api/library").json["searchable"] as? Int
        } until: {
            $0 == 13
        }
        #expect(try await server.get("/api/search?q=a&top=100").results.count == 13)
        try await wait(for: "the photo that cannot be read") {
            try await server.get("/api/library/failures").json["total"] as? Int == 1
        }
        server.signal(SIGTERM)
        let told = String(decoding: try await events.everything(), as: UTF8.self)
        #expect(["library", "failed"].allSatisfy { told.contains("event: \($0)\n") }, "\(told)")
        #expect(told.hasSuffix("0\r\n\r\n"), "the stream ends in good order")
        #expect(await server.outcome().code == 0)
        #expect(FileSystem.isMissing(library.folder.appending("socket")))
    }

    @Test func theCommandAsksTheServer() async throws {
        let folder = try await ServedAlbum.copy()
        let program = try await AlbumLibrary.program()
        let server = try await ServedLibrary(program, ["--library", folder.display])
        // Without a model in its reach, the command can know only from the server.
        let asked = try await program.run(
            "exec", ["search", "--library", folder.display, "--json", "a red car"],
            environment: ["EVOKE_MODELS": folder.display])
        #expect(asked.code == 0, "\(asked.errors)")
        let told = try await server.get("/api/search?q=a+red+car&top=10").json
        server.signal(SIGKILL)
        _ = await server.outcome()
        let alone = try await program.run("search", "--library", folder.display, "--json", "a red car")
        let answers = try [asked, alone].map { try #require(try $0.objects().first) } + [told]
        let same = answers.map { $0.filter { $0.key != "took_ms" } as NSDictionary }
        #expect(same[0] == same[1] && same[0] == same[2], "with a server and without, and by the API")
        let again = try await ServedLibrary(program, ["--library", folder.display])
        #expect(try await again.get("/api/health").status == 200, "what a killed one left is no hindrance")
    }

    @Test func othersNeedTheToken() async throws {
        let folder = try await ServedAlbum.copy()
        let server = try await ServedLibrary(
            AlbumLibrary.program(), ["--host", "0.0.0.0", "--library", folder.display])
        let token = try #require(server.address.query?.split(separator: "=").last)
        #expect(FileSystem.status(of: folder.appending("token")).map { $0.permissions & 0o777 } == 0o600)
        let asked = [[], [("Authorization", "Bearer \(token)x")], [("Authorization", "Bearer \(token)")]]
        var statuses: [Int] = []
        for headers in asked { statuses.append(try await server.get("/api/health", headers).status) }
        #expect(statuses == [401, 401, 200])
    }

    @Test func aProgramAsksByTheClient() async throws {
        let client = try EvokeClient(await ServedAlbum.server().address)
        #expect(try await client.health().model == "starter")
        let found = try await client.search("file:dog.png")
        let photo = try #require(found.results.first { $0.name == "dog.png" })
        #expect(try await client.original(of: photo.id) == FileSystem.read(dog.get()))
        let sorted = try await client.classify(picture: FileSystem.read(dog.get()), labels: ["cat", "dog", "car"])
        #expect(sorted.results.first?.label == "dog")
        let missing = await #expect(throws: EvokeError.self) { try await client.photo(1_000_000) }
        #expect(missing?.kind == .notFound)
    }
}
