import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct BackupTests {
    private let program = Program()

    private func answer(_ server: ServedLibrary) async throws -> String {
        String(decoding: try await server.get("/api/search?q=sort:name").body, as: UTF8.self)
    }

    @Test func goesBackAndForthBesideAServer() async throws {
        try program.home.write("album/one.png", TestPicture.png(1))
        let album = program.home.path.appending("album").display
        let file = program.home.path.appending("of today.evoke").display
        #expect(try await program.run("index", album).code == 0)
        let server = try await ServedLibrary(program)
        #expect(try await answer(server).contains("one.png"))
        let made = try await program.run("library", "backup", file)
        #expect(made.code == 0 && made.errors.contains("Kept 1 photo in"), "\(made.errors)")

        try program.home.write("album/two.png", TestPicture.png(2))
        #expect(try await program.run("index", album).code == 0)
        #expect(try await answer(server).contains("two.png"))
        let refused = try await program.run("library", "restore", file)
        #expect(refused.code != 0 && refused.errors.contains("--replace"), "\(refused.errors)")
        let restored = try await program.run("library", "restore", "--replace", file)
        #expect(restored.code == 0 && restored.errors.contains("Restored 1 photo"), "\(restored.errors)")
        let after = try await answer(server)
        #expect(after.contains("one.png") && !after.contains("two.png"), "\(after)")
        #expect(try await program.run("status").text.contains("library-replaced-"))
        #expect(try await program.run("status", "--check").code == 0)
        #expect(try await program.run("index", album).code == 0)
        #expect(try await answer(server).contains("two.png"), "the library goes on as any other")
    }
}
