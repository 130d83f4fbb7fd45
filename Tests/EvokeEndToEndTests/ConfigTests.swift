import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct ConfigTests {
    private let program = Program()

    @Test func whatIsSetOnceHoldsForAllCommands() async throws {
        for number in 1...4 { try program.home.write("album/\(number).png", TestPicture.png(number)) }
        let shown = try await program.run("config")
        #expect(shown.code == 0 && shown.errors.contains("None yet"), "\(shown.errors)")
        for words in [["library", "~/my photos"], ["without", "text"], ["top", "3"], ["search.top", "2"]] {
            #expect(try await program.run("exec", ["config", "set"] + words).code == 0)
        }
        #expect(
            try await program.run("config").lines == [
                "library\t~/my photos", "without\ttext", "top\t3", "search.top\t2",
            ])
        #expect(try await program.run("index", program.home.path.appending("album").display).code == 0)
        #expect(FileSystem.isFile(program.home.path.appending("my photos/library.sqlite")))
        #expect(try await program.run("search", "--paths", "sort:name").lines.count == 2)
        #expect(try await program.run("search", "--paths", "--top", "4", "sort:name").lines.count == 4, "flags win")
        let elsewhere = try await program.run(
            "exec", ["search", "a boat"], environment: ["EVOKE_LIBRARY": program.home.path.appending("other").display])
        #expect(elsewhere.code == 1, "the environment wins, and there is no library")
        #expect(try await program.run("config", "unset", "search.top").code == 0)
        #expect(try await program.run("search", "--paths", "sort:name").lines.count == 3)
    }

    @Test func wrongSettingsAreSaid() async throws {
        for words in [["trash", "true"], ["top"], ["status.top", "3"], ["nothing.top", "3"]] {
            let refused = try await program.run("exec", ["config", "set"] + words)
            #expect(refused.code == 64, "\(words): \(refused.errors)")
        }
        #expect(try await program.run("config", "unset", "top").code == 64)
        try program.home.write(".config/evoke/config.toml", "top = 3\nyes = true\n".utf8)
        let wrong = try await program.run("search", "boat")
        #expect(wrong.code == 64 && wrong.errors.contains("line 2") && wrong.errors.contains("'yes' is no setting"))
        #expect(try await program.run("--version").code == 0)
    }
}
