import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// What was said in Immich, from dumps that PostgreSQL makes of its tables (`Tools/fixtures/immich`).
@Suite struct ImmichTests {
    private let program = Program()
    private var photos: String { program.home.path.appending("photos").display }

    /// - Parameter release: of Immich.
    private func dump(
        _ release: String, _ version: PostgresServer.Version, compressed: Bool
    ) async throws -> String {
        let server = try await PostgresServer.running(version)
        let file = program.home.path.appending(compressed ? "dump.sql.gz" : "dump.sql")
        let script = Checkout.tests.parent!.appending("Tools/fixtures/immich")
        try server.dump(
            server.newDatabase(), madeBy: "python3 -B '\(script)' \(release) '\(photos)'", to: file,
            compressed: compressed)
        return file.display
    }

    private func makePhotos() async throws {
        for number in 1...6 { try program.home.write("photos/2019/\(number).png", TestPicture.png(number)) }
        let indexed = try await program.run("index", photos)
        #expect(indexed.code == 0, "\(indexed.errors)")
    }

    private func names(_ query: String) async throws -> [String] {
        try await program.run("search", "--paths", "--all", query).names.sorted()
    }

    @Test(arguments: zip(["1.132", "2.2"], [false, true]))
    func whatWasSaidIsTakenOver(release: String, compressed: Bool) async throws {
        try await makePhotos()
        #expect(try await program.run("people", "on").code == 0)
        let version = PostgresServer.Version.allCases[compressed ? 0 : PostgresServer.Version.allCases.count - 1]
        let file = try await dump(release, version, compressed: compressed)
        let taken = try await program.run("import", "immich", file)
        #expect(taken.code == 0, "\(taken.errors)")
        let hidden = release == "1.132" ? "." : "; 1 photo hidden."
        let words =
            "Imported: 2 favorites, 2 albums (Italy, Zoo), 1 caption, 1 rating, tags for 1 photo, names for 1 face"
        #expect(taken.errors.contains(words + hidden), "\(taken.errors)")
        for (query, found) in [
            ("is:favourite", ["1.png", "3.png"]), ("album:italy", ["1.png", "2.png"]), ("tag:rome", ["2.png"]),
            ("rating:4", ["1.png"]),
            ("is:hidden", release == "1.132" ? [] : ["4.png"]),
        ] { #expect(try await names(query) == found, "\(query)") }
        // What was taken over is there, and nothing is taken twice.
        let again = try await program.run("import", "immich", file)
        #expect(again.errors.contains("Imported: 0 favorites, 0 albums, 0 captions"), "\(again.errors)")
        #expect(again.errors.contains("names for 0 faces."), "\(again.errors)")
        // All of it is undone at once.
        #expect(try await program.run("mark", "undo").code == 0)
        #expect(try await names("is:favourite").isEmpty)
    }
}
