import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Who is in photos, with the real program and real faces: two photos of one person, one of them on its side.
@Suite struct PeopleCommandTests {
    private let program = Program()
    private let photos = TemporaryFolder()

    @Test func whoIsSeenIsListedNamedAndFound() async throws {
        let both = try ["astronaut.jpg", "exif.jpg", "cat.jpg"].map {
            try photos.write($0, FileSystem.read(FacePicture.file($0)))
        }.prefix(2).map(\.display).sorted()
        try await run("index", "--without", "text", photos.path.display)
        #expect(try await run("people").errors.contains("evoke people on"))
        try await run("people", "on")
        try await run("index", "--without", "text")
        let line = try #require(try await run("people").lines.first)
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        #expect(cells.prefix(4) == ["1", "", "2", "2"], "\(line)")
        #expect(try await run("people", "name", "1", "Anna Smith").errors.contains("Noted."))
        #expect(try await run("search", "--paths", "person:anna").lines.sorted() == both)
        #expect(try await run("people", "hide", "1").code == 0)
        #expect(try await run("people").lines.isEmpty)
        #expect(try await run("people", "--hidden").lines.count == 1)
        #expect(try await run("people", "show", "anna smith").code == 0)
        let person = try #require(try await run("people", "--json").objects().first)
        #expect(person["number"] as? String == "1" && person["name"] as? String == "Anna Smith")
        #expect(person["photos"] as? Int == 2 && person["hidden"] == nil)
        #expect((person["face"] as? [String: Int])?["face"] == 1)

        #expect(try await run("people", "questions").errors.contains("nothing to ask"))
        #expect(try await run("people", "suggestions").errors.contains("Nothing is suggested"))
        #expect(try await run("people", "same", "1", "1").code == 64)
        #expect(try await run("people", "same", "1").code == 64)
        #expect(try await run("people", "different", "1", "Nobody").code == 64)
        let nobody = try await run("people", "name", "99", "Ben")
        #expect(nobody.code != 0 && nobody.errors.contains("99"))
        #expect(try await run("people", "hide", "1", "--face", "2").code == 64)
        // Shown, hidden, named.
        for _ in 0..<3 { #expect(try await run("people", "undo").errors.contains("Undone.")) }
        #expect(try await run("people", "undo").errors.contains("Nothing is left"))
        #expect(try await run("people").lines == [line])
        #expect(try await run("search", "--paths", "person:anna").lines.isEmpty)
    }

    /// The owner's words stay, and so do faces; only what tells them apart is another.
    @Test func facesCanBeToldApartByAnotherGraph() async throws {
        for name in ["astronaut.jpg", "exif.jpg"] { try photos.write(name, FileSystem.read(FacePicture.file(name))) }
        let small = try SmallRecognizer.put(in: photos, named: ".small")
        let astronaut = photos.path.appending("astronaut.jpg").display
        try await run("index", "--without", "text", photos.path.display)
        try await run("people", "on")
        try await run("index", "--without", "text")
        try await run("people", "name", astronaut, "Anna Smith")
        let missing = try await run("people", "on", "--recognizer", "small")
        #expect(missing.code != 0 && missing.errors.contains("'small'"), "\(missing.errors)")
        try await run("models", "add", "small", small.display)
        #expect(try await run("models", "list").lines.contains { $0.contains("small") && $0.contains("faces apart") })
        #expect(try await run("models", "show", "small").lines.contains { $0.contains("pair 0.02") })
        let vectors = try await run("faces", "--json", "--recognizer", "small", astronaut).objects()
        let faces = try #require(vectors.first?["faces"] as? [[String: Any]])
        #expect((faces.first?["vector"] as? [Double])?.count == 3 && faces.first?["person"] as? String == "Anna Smith")

        #expect(try await run("people", "on", "--recognizer", "small").errors.contains("found anew"))
        try await run("index", "--without", "text")
        #expect(try await run("search", "--paths", "person:anna").lines.contains(astronaut))
        #expect(try await run("people", "--json").objects().first?["name"] as? String == "Anna Smith")
        #expect(try await run("people", "on", "--recognizer", "face-detector").code != 0)
        #expect(try await run("people", "on", "--recognizer", "face-recognizer").code == 0)
    }

    /// The installed models on a shelf of this test's own, to which others can be added.
    private func shelf() throws -> FilePath {
        let shelf = program.home.path.appending("shelf")
        if FileSystem.isFolder(shelf) { return shelf }
        try FileManager.default.createDirectory(atPath: shelf.display, withIntermediateDirectories: false)
        let models = try Installed.models()
        for name in try FileSystem.names(in: models) {
            try FileManager.default.createSymbolicLink(
                atPath: shelf.appending(name).display, withDestinationPath: models.appending(name).display)
        }
        return shelf
    }

    @discardableResult private func run(_ arguments: String...) async throws -> Program.Outcome {
        try await program.run(
            "exec", arguments,
            environment: [
                "EVOKE_MODELS": try shelf().display,
                "EVOKE_LIBRARY": program.home.path.appending("library").display,
            ])
    }
}
