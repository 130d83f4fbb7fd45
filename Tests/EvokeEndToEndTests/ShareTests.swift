import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Albums and saved searches that others may look at, with the real program and its server.
@Suite struct ShareTests {
    private let program = Program()
    private var library: DiskPath { program.home.path.appending(".local/share/evoke") }

    /// Three pictures and a film, of which the film and two are in the album.
    private func index() async throws {
        for number in 0..<3 { try program.home.write("photos/\(number).png", TestPicture.png(number)) }
        let film = Checkout.tests.appending("FilmsFFmpegTests/Fixtures/plain.mp4")
        try program.home.write("photos/castle.mp4", FileSystem.read(film))
        #expect(try await program.run("index", program.home.path.appending("photos").display).code == 0)
        #expect(try await program.run("album", "add", "Italy 2019", "-file:2.png").code == 0)
    }

    private func bearer(_ link: String) throws -> [(String, String)] {
        [("Authorization", "Bearer \(try #require(link.split(separator: "=").last))")]
    }

    private func names(_ response: RawConnection.Response) -> Set<String> {
        Set(response.results.compactMap { $0["name"] as? String })
    }

    @Test func aVisitorSeesTheAlbumUntilItEnds() async throws {
        try await index()
        let server = try await ServedLibrary(program, ["--host", "0.0.0.0"])
        let shared = try await program.run("share", "italy 2019", "--until", "7d")
        #expect(shared.code == 0 && shared.errors.contains("the album 'Italy 2019' until 20"), "\(shared.errors)")
        let link = try #require(shared.lines.first)
        let place = try #require(server.address.absoluteString.split(separator: "?").first)
        #expect(link.hasPrefix("\(place)?token=share-") && shared.lines.count == 1)
        #expect(
            FileSystem.status(of: library.appending("shares.json")).map { $0.permissions & 0o777 } == 0o600)
        // The server was told nothing, and knows.
        let visitor = try bearer(link)
        try await see(visitor, of: server)
        // What is put into the album later is seen as well.
        #expect(try await program.run("album", "add", "Italy 2019", "file:2.png").code == 0)
        #expect(try await names(server.get("/api/photos", visitor)).count == 4)
        let listed = try await program.run("share")
        #expect(listed.lines.count == 1 && listed.text.hasPrefix("1\tItaly 2019\talbum\tuntil 20"), "\(listed.text)")
        #expect(try await program.run("share", "remove", "italy 2019").code == 0)
        let refused = try await server.get("/api/photos", visitor)
        #expect(refused.status == 403 && refused.json["kind"] as? String == "shareEnded")
    }

    private func see(_ visitor: [(String, String)], of server: ServedLibrary) async throws {
        let list = try await server.get("/api/photos", visitor)
        #expect(names(list) == ["0.png", "1.png", "castle.mp4"])
        #expect(try await names(server.get("/api/search?q=type:video", visitor)) == ["castle.mp4"])
        #expect(try await server.get("/api/library", visitor).status == 403)
        // A film is played from its file, a photo is shown.
        let film = try #require(list.results.first { $0["name"] as? String == "castle.mp4" }?["id"] as? Int)
        let photo = try #require(list.results.first { $0["name"] as? String == "0.png" }?["id"] as? Int)
        let part = try await server.get("/api/photos/\(film)/original", visitor + [("Range", "bytes=0-99")])
        #expect(part.status == 206 && part.body.count == 100)
        #expect(try await server.get("/api/photos/\(photo)/original", visitor).status == 403)
        #expect(try await server.get("/api/photos/\(photo)/thumbnail?size=1600", visitor).status == 200)
        let inside = Set(list.results.compactMap { $0["id"] as? Int })
        let other: Int = try #require((1...9).first { !inside.contains($0) })
        #expect(try await server.get("/api/photos/\(other)/thumbnail", visitor).status == 404)
    }
}
