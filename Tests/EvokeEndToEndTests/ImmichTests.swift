import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// What was said in Immich, from dumps that PostgreSQL makes of its tables (`Tools/fixtures/immich`).
@Suite struct ImmichTests {
    private let program = Program()
    private var photos: String { program.home.path.appending("photos").display }

    private static let script = FileSystem.absolute(FilePath(#filePath)).parent?.parent?.parent?
        .appending("Tools/fixtures/immich")

    /// - Parameter release: of Immich.
    private func dump(
        _ release: String, _ version: PostgresServer.Version = .eighteen, compressed: Bool = false, other: String = ""
    ) async throws -> String {
        let server = try await PostgresServer.running(version)
        let file = program.home.path.appending(compressed ? "dump.sql.gz" : "dump.sql")
        let script = try #require(Self.script)
        try server.dump(
            server.newDatabase(), madeBy: "python3 -B '\(script)' \(release) '\(photos)' \(other)", to: file,
            compressed: compressed)
        return file.display
    }

    private func makePhotos() async throws {
        for number in 1...6 { try program.home.write("photos/2019/\(number).png", TestPicture.png(number)) }
        let indexed = try await program.run("index", photos)
        #expect(indexed.code == 0, "\(indexed.errors)")
    }

    private func names(_ query: String) async throws -> [String] {
        let found = try await program.run("search", "--paths", "--all", query)
        return found.lines.map { String(decoding: FilePath($0).name, as: UTF8.self) }.sorted()
    }

    @Test(arguments: zip(["1.132", "1.133", "1.137", "2.2"], [false, true, false, true]))
    func whatWasSaidIsTakenOver(release: String, compressed: Bool) async throws {
        try await makePhotos()
        #expect(try await program.run("people", "on").code == 0)
        let version = PostgresServer.Version.allCases[compressed ? 0 : PostgresServer.Version.allCases.count - 1]
        let file = try await dump(release, version, compressed: compressed)
        let taken = try await program.run("import", "immich", file)
        #expect(taken.code == 0, "\(taken.errors)")
        let hidden = release == "1.132" ? "." : "; 1 photo hidden."
        let words =
            "Taken over: 2 favourites, 2 albums (Italy, Zoo), 1 caption, stars of 1 photo, tags of 1 photo, 1 name of faces"
        #expect(taken.errors.contains(words + hidden), "\(taken.errors)")
        #expect(taken.errors.contains("1 photo of Immich's is not in the library:"), "\(taken.errors)")
        for (query, found) in [
            ("is:favourite", ["1.png", "3.png"]), ("album:italy", ["1.png", "2.png"]), ("album:zoo", ["2.png"]),
            ("tag:rome", ["2.png"]), ("tag:evening", ["2.png"]), ("rating:4", ["1.png"]),
            ("is:hidden", release == "1.132" ? [] : ["4.png"]),
        ] { #expect(try await names(query) == found, "\(query)") }
        let shown = try await program.run("people")
        #expect(shown.code == 0, "\(shown.text) \(shown.errors)")
        // What was taken over is there, and nothing is taken twice.
        let again = try await program.run("import", "immich", file)
        #expect(again.errors.contains("Taken over: 0 favourites, 0 albums, 0 captions"), "\(again.errors)")
        #expect(again.errors.contains("0 names of faces."), "\(again.errors)")
        // All of it is undone at once.
        #expect(try await program.run("undo").code == 0)
        #expect(try await names("is:favourite").isEmpty)
        #expect(try await program.run("album").lines.isEmpty)
    }

    @Test func whatTheOwnerSaidStays() async throws {
        try await makePhotos()
        #expect(try await program.run("rate", "2", "file:1.png").code == 0)
        #expect(try await program.run("caption", "Mine", "file:1.png").code == 0)
        let taken = try await program.run("import", "immich", try await dump("2.2"))
        #expect(taken.errors.contains("0 captions, stars of 0 photos"), "\(taken.errors)")
        #expect(taken.errors.contains("1 face has a name there, and people are off here"), "\(taken.errors)")
        #expect(try await names("rating:2") == ["1.png"])
    }

    @Test func ofSeveralUsersOneIsNamed() async throws {
        try await makePhotos()
        let file = try await dump("2.2", other: "bob@example.org")
        let unnamed = try await program.run("import", "immich", file)
        #expect(unnamed.code == 64 || unnamed.code == 1, "\(unnamed.code)")
        #expect(unnamed.errors.contains("anna@example.org, bob@example.org"), "\(unnamed.errors)")
        let named = try await program.run("import", "immich", file, "--user", "bob@example.org")
        #expect(named.code == 0 && named.errors.contains("1 favourite, 0 albums"), "\(named.errors)")
        #expect(try await names("is:favourite") == ["6.png"])
    }

    @Test func whatIsNoDumpIsRefused() async throws {
        try program.home.write("photos/1.png", TestPicture.png(1))
        #expect(try await program.run("index", photos).code == 0)
        let another = try await program.run("import", "immich", "\(photos)/1.png")
        #expect(another.code == 1 && another.errors.contains("no tables of Immich's"), "\(another.errors)")
        #expect(try await program.run("import", "immich", "\(photos)/none.sql").code == 1)
        #expect(try await program.run("import", "immich").code == 64)
    }
}
