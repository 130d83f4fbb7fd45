import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// Films, with the real program.
@Suite struct FilmTests {
    private let program = Program()
    private let place = TemporaryFolder()
    private var library: String { program.home.path.appending("library").display }

    private func copy(_ name: String, to new: String) throws {
        _ = try place.copy(FilePath(#filePath).parent!.parent!.appending("FilmsFFmpegTests/Fixtures/\(name)"), to: new)
    }

    private func index() async throws -> Program.Outcome {
        let model = try PublishedModel.folder("hub-clip").display
        return try await program.run("index", "--library", library, "--model", model, place.path.display)
    }

    private func found(_ query: String) async throws -> Set<String> {
        let outcome = try await program.run("search", "--library", library, "--paths", query)
        return Set(outcome.lines.map { String($0.split(separator: "/").last ?? "") })
    }

    @Test func filmsAreFound() async throws {
        try copy("plain.mp4", to: "castle.mp4")
        try copy("turned.mov", to: "porto.MOV")
        try copy("plain.webm", to: "web.webm")
        try copy("sound.mp4", to: "song.mp4")
        try place.write("photo.png", TestPicture.png(3))
        let indexed = try await index()
        #expect(indexed.code == 3 && indexed.errors.contains("sound alone"), "\(indexed.errors)")
        #expect(try await found("type:video") == ["castle.mp4", "porto.MOV", "web.webm"])
        #expect(try await found("-type:video") == ["photo.png"])
        #expect(try await found("length:>3s date:2023") == ["porto.MOV"])
        #expect(try await found("length:>1m").isEmpty)
        #expect(try await found("type:mp4") == ["castle.mp4", "porto.MOV", "web.webm"])
        #expect(try await found("title:sandcastle") == ["castle.mp4"])
        let ranked = try await program.run("search", "--library", library, "--json", "a castle")
        let all = try #require(try ranked.objects().first?["results"] as? [[String: Any]])
        #expect(all.count == 4 && all.filter { $0["length"] is Double }.count == 3)
    }

    /// They show the same picture, and are different films for all that.
    @Test func filmsAreNoCopiesOfWhatTheyShow() async throws {
        try copy("plain.mp4", to: "one.mp4")
        try copy("av1.mp4", to: "other.mp4")
        #expect(try await index().code == 0)
        let before = try await program.run("duplicates", "--library", library, "--json")
        #expect(before.code == 0 && before.lines.isEmpty, "\(before.text)")
        try copy("plain.mp4", to: "copies/one.mp4")
        #expect(try await index().code == 0)
        let groups = try await program.run("duplicates", "--library", library, "--json").objects()
        #expect(groups.count == 1 && groups.first?["kind"] as? String == "exact")
    }

    @Test func whatMovesInAPhotoIsNoFilmOfItsOwn() async throws {
        try place.write("IMG_1.png", TestPicture.png(1))
        try place.write("IMG_2.jpg", TestPicture.png(2))
        try copy("plain.mp4", to: "IMG_1.mp4")
        try copy("turned.mov", to: "IMG_2.MOV")
        #expect(try await index().code == 0)
        #expect(try await found("type:video") == ["IMG_1.mp4"])
        #expect(try await found("-type:video") == ["IMG_1.png", "IMG_2.jpg"])
    }
}
