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

    private func index(
        by model: () throws -> FilePath = { try PublishedModel.folder("hub-clip") }
    ) async throws -> Program.Outcome {
        let model = try model().display
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

    /// It shows one thing after the other, and is one result for each of them, at the moment at which that is seen.
    @Test func aFilmIsFoundByEachOfItsMoments() async throws {
        try copy("scenes.mp4", to: "scenes.mp4")
        let colours: [(String, [UInt8])] = [("red", [255, 0, 0]), ("green", [0, 255, 0]), ("blue", [0, 0, 255])]
        for (name, colour) in colours {
            try place.write("\(name).png", TestPicture.png(besideWhite: colour, width: 160, height: 120))
        }
        // One of random weights sees hardly a difference between colours.
        let starter = { try Installed.models().appending("starter") }
        let indexed = try await index(by: starter)
        #expect(indexed.code == 0, "\(indexed.errors)")
        for (name, seconds) in [("red", 0.0..<3.0), ("green", 4.0..<7.0), ("blue", 7.0..<10.0)] {
            let picture = place.path.appending("\(name).png").display
            let outcome = try await program.run(
                "similar", "--library", library, "--json", picture)
            let all = try #require(try outcome.objects().first?["results"] as? [[String: Any]])
            #expect(all.count == 3, "a film is one result: \(outcome.text)")
            let first = try #require(all.first)
            #expect(first["name"] as? String == "scenes.mp4", "\(outcome.text)")
            #expect((first["moment"] as? Double).map(seconds.contains) == true, "\(outcome.text)")
            #expect(all.dropFirst().allSatisfy { $0["moment"] == nil })
        }
        // What is known already is not looked through again.
        let again = try await index(by: starter)
        #expect(again.code == 0 && !again.errors.contains("Looking through films"), "\(again.errors)")
        #expect(try await program.run("status", "--library", library, "--check").code == 0)
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
