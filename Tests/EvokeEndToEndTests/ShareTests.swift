import EvokeClient
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Albums and saved searches that others may look at, with the real program and its server.
@Suite struct ShareTests {
    private let program = Program()
    private var library: FilePath { program.home.path.appending(".local/share/evoke") }

    /// Three pictures and a film, of which the film and two are in the album.
    private func index() async throws {
        for number in 0..<3 { try program.home.write("photos/\(number).png", TestPicture.png(number)) }
        let film = FilePath(#filePath).parent!.parent!.appending("FilmsFFmpegTests/Fixtures/plain.mp4")
        try program.home.write("photos/castle.mp4", FileSystem.read(film))
        #expect(try await program.run("index", program.home.path.appending("photos").display).code == 0)
        #expect(try await program.run("album", "add", "Italy 2019", "-file:2.png").code == 0)
        #expect(try await program.run("search", "--save", "Films", "type:video").code == 0)
    }

    private func bearer(_ link: String) throws -> [(String, String)] {
        [("Authorization", "Bearer \(try #require(link.split(separator: "=").last))")]
    }

    private func objects(_ response: RawConnection.Response) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }

    private func names(_ response: RawConnection.Response) throws -> Set<String> {
        Set((try objects(response)["results"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
    }

    @Test func aVisitorSeesTheAlbumUntilItEnds() async throws {
        try await index()
        let server = try await ServedLibrary(program, ["--host", "0.0.0.0"])
        let shared = try await program.run("share", "italy 2019", "--until", "7d")
        #expect(shared.code == 0 && shared.errors.contains("the album 'Italy 2019', until 20"), "\(shared.errors)")
        let link = try #require(shared.lines.first)
        let place = try #require(server.address.absoluteString.split(separator: "?").first)
        #expect(link.hasPrefix("\(place)?token=share-") && shared.lines.count == 1)
        #expect(!shared.errors.contains("--host") && !shared.errors.contains("No server"), "\(shared.errors)")
        #expect(
            FileSystem.status(of: library.appending("shares.json")).map { $0.permissions & 0o777 } == 0o600)

        // The server was told nothing, and knows.
        let visitor = try bearer(link)
        let list = try await server.get("/api/photos", visitor)
        #expect(try list.status == 200 && names(list) == ["0.png", "1.png", "castle.mp4"])
        #expect(try await names(server.get("/api/search?q=type:video", visitor)) == ["castle.mp4"])
        #expect(try await server.get("/api/library", visitor).status == 403)
        let opened = try await server.get("/?token=\(link.split(separator: "=").last ?? "")")
        let cookie = try #require(opened.headers["set-cookie"]?.prefix { $0 != ";" })
        #expect(try await server.get("/api/photos", [("Cookie", String(cookie))]).status == 200)

        // A film is played from its file, a photo is shown.
        let all = try objects(list)["results"] as? [[String: Any]] ?? []
        let film = try #require(all.first { $0["name"] as? String == "castle.mp4" }?["id"] as? Int)
        let photo = try #require(all.first { $0["name"] as? String == "0.png" }?["id"] as? Int)
        let part = try await server.get("/api/photos/\(film)/original", visitor + [("Range", "bytes=0-99")])
        #expect(part.status == 206 && part.body.count == 100)
        #expect(try await server.get("/api/photos/\(photo)/original", visitor).status == 403)
        #expect(try await server.get("/api/photos/\(photo)/thumbnail?size=1600", visitor).status == 200)
        let inside = Set(all.compactMap { $0["id"] as? Int })
        let other: Int = try #require((1...9).first { !inside.contains($0) })
        #expect(try await server.get("/api/photos/\(other)/thumbnail", visitor).status == 404)

        // What is put into the album later is seen as well.
        #expect(try await program.run("album", "add", "Italy 2019", "file:2.png").code == 0)
        #expect(try await names(server.get("/api/photos", visitor)).count == 4)

        let listed = try await program.run("share")
        try #require(listed.lines.count == 1)
        #expect(listed.lines[0].hasPrefix("1\tItaly 2019\talbum\tuntil 20"), "\(listed.text)")
        #expect(listed.lines[0].contains("last looked at"))
        let json = try #require(try await program.run("share", "--json").objects().first)
        let told = try #require((json["shares"] as? [[String: Any]])?.first)
        #expect(told["album"] as? String == "Italy 2019" && json["is_public"] as? Bool == true)

        #expect(try await program.run("share", "--end", "italy 2019").code == 0)
        let refused = try await server.get("/api/photos", visitor)
        #expect(refused.status == 403)
        #expect(try objects(refused)["kind"] as? String == "shareEnded")
        #expect(try await program.run("share").errors.contains("Nothing is shared"))
        server.signal(SIGTERM)
    }

    /// A photo's file says where it was taken; what is shown of it does not.
    @Test func whatIsShownTellsNothing() async throws {
        let picture = try FileSystem.read(FacePicture.file("exif.jpg"))
        let (mark, xmp) = (Array("Exif".utf8), Array("ns.adobe.com".utf8))
        try #require(picture.firstRange(of: mark) != nil)
        try program.home.write("photos/exif.jpg", picture)
        #expect(try await program.run("index", program.home.path.appending("photos").display).code == 0)
        #expect(try await program.run("album", "add", "All", "type:jpeg").code == 0)
        let server = try await ServedLibrary(program)
        let visitor = try bearer(#require(await program.run("share", "All").lines.first))
        let list = try objects(await server.get("/api/photos", visitor))["results"] as? [[String: Any]]
        let photo = try #require(list?.first?["id"] as? Int)
        for size in [320, 640, 1_600] {
            let shown = try await server.get("/api/photos/\(photo)/thumbnail?size=\(size)", visitor)
            #expect(shown.status == 200 && shown.body.starts(with: [0xFF, 0xD8]))
            #expect(shown.body.firstRange(of: mark) == nil && shown.body.firstRange(of: xmp) == nil)
        }
        server.signal(SIGTERM)
    }

    @Test func aSavedSearchIsSharedWithoutAServer() async throws {
        try await index()
        let shared = try await program.run("share", "--search", "Films", "--until", "2035-12-31")
        #expect(shared.code == 0 && shared.errors.contains("until 2035-12-31 23:59"), "\(shared.errors)")
        #expect(shared.errors.contains("No server of this library runs"), "\(shared.errors)")
        let again = try await program.run("share", "--search", "Films")
        let twice = try await program.run("share", "--end", "films")
        #expect(twice.code == 64 && twice.errors.contains("numbers 1, 2"), "\(twice.errors)")
        #expect(try await program.run("share", "--end", "1").code == 0)

        let server = try await ServedLibrary(program)
        let there = try await program.run("share", "Italy 2019")
        #expect(there.errors.contains("this machine alone"), "\(there.errors)")
        let first = try bearer(#require(shared.lines.first))
        #expect(try await server.get("/api/photos", first).status == 403)
        let films = try bearer(#require(again.lines.first))
        // The owner's own connection, with a visitor's token.
        #expect(try await names(server.get("/api/photos", films)) == ["castle.mp4"])
        let access = try objects(await server.get("/api/access", films))
        #expect(access["title"] as? String == "Films" && access["is_owner"] as? Bool == true)
        server.signal(SIGTERM)
    }

    @Test func theClientSharesAsWell() async throws {
        try await index()
        let server = try await ServedLibrary(program)
        let client = try EvokeClient(server.address)
        let made = try await client.share(album: "Italy 2019", days: 3)
        let visitor = try EvokeClient(#require(URL(string: made.link)))
        #expect(try await visitor.access().title == "Italy 2019")
        #expect(try await visitor.photos().total == 3)
        #expect(try await client.share(search: "Films").share.search == "Films")
        #expect(try await client.shares().shares.map(\.number) == [1, 2])
        #expect(try await client.endShare(made.share.number).shares.count == 1)
        let ended = await #expect(throws: EvokeError.self) { try await visitor.photos() }
        #expect(ended?.reason.contains("not shared any more") == true, "\(String(describing: ended))")
        server.signal(SIGTERM)
    }

    @Test func whatCannotBeSharedIsSaid() async throws {
        try await index()
        for (arguments, code, words) in [
            (["Italy 2018"], Int32(1), "Did you mean 'Italy 2019'?"),
            (["--search", "Film"], 1, "Did you mean 'Films'?"),
            (["Italy 2019", "--until", "0d"], 64, "1 to 3650 days"),
            (["Italy 2019", "--until", "2020-01-01"], 64, "is past"),
            (["Italy 2019", "--until", "2026-02-30"], 64, "needs a day"),
            (["Italy 2019", "--search", "Films"], 64, "Choose one of"), (["Italy", "2019"], 64, "Name one album"),
            (["--until", "7d"], 64, "Say what to share"), (["--end", "1"], 1, "nothing is shared under that name"),
            (["Italy 2019", "--json"], 64, "for the list"),
        ] {
            let outcome = try await program.run("exec", ["share"] + arguments)
            #expect(outcome.code == code && outcome.output.isEmpty, "\(arguments): \(outcome.code)")
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        #expect(FileSystem.isMissing(library.appending("shares.json")))
        let nowhere = try await Program().run("share")
        #expect(nowhere.code == 1 && nowhere.errors.contains("there is no library"), "\(nowhere.errors)")
    }
}
