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
        _ = try place.copy(Checkout.tests.appending("FilmsFFmpegTests/Fixtures/\(name)"), to: new)
    }

    /// One of random weights sees hardly a difference between colours.
    private func index() async throws -> Program.Outcome {
        let model = try Installed.models().appending("starter").display
        return try await program.run("index", "--library", library, "--model", model, place.path.display)
    }

    /// It shows one thing after the other, and is one result for each of them, at the moment at which that is seen.
    @Test func aFilmIsFoundByEachOfItsMoments() async throws {
        try copy("scenes.mp4", to: "scenes.mp4")
        let colors: [(String, [UInt8])] = [("red", [255, 0, 0]), ("green", [0, 255, 0]), ("blue", [0, 0, 255])]
        for (name, color) in colors {
            try place.write("\(name).png", TestPicture.png(besideWhite: color, width: 160, height: 120))
        }
        let indexed = try await index()
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
        let again = try await index()
        #expect(again.code == 0 && !again.errors.contains("Indexing videos"), "\(again.errors)")
        #expect(try await program.run("library", "status", "--library", library, "--check").code == 0)
    }
}
