import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

/// What goes wrong for users.
@Suite struct TroubleTests {
    @Test func aMissingFolderFailsAndTheOthersAreIndexed() async throws {
        let library = try GeneratedLibrary(photos: 2)
        let outcome = try await library.program.run("exec", library.indexing() + ["/no/such/folder"])
        #expect(outcome.code == 3 && outcome.errors.contains("'/no/such/folder'"), "\(outcome.errors)")
        #expect(outcome.errors.contains("2 new"), "\(outcome.errors)")
        #expect(try await library.run("index", "/no/such/folder", "/dev/null").code == 1)
        #expect(try await library.run("index").code == 0, "neither is remembered")
        for number in 0..<2 { library.photos.remove(GeneratedLibrary.name(number)) }
        let gone = try await library.run("index")
        #expect(gone.code == 3 && gone.errors.contains("Its photos are kept"), "\(gone.errors)")
    }

    @Test func severalMayStartAtOnceWithNothingCached() async throws {
        let folder = try await ServedAlbum.copy()
        let cache = TemporaryFolder()
        let searches = try (0..<4).map { _ in
            try Program().start(
                arguments: ["search", "--all", "--paths", "x", "--library", folder.display],
                environment: ["XDG_CACHE_HOME": cache.path.display])
        }
        for search in searches {
            let outcome = await search.outcome()
            #expect(outcome.code == 0 && outcome.lines.count == 10, "\(outcome.errors)")
        }
    }

    @Test func aReadOnlyLibraryCanBeSearched() async throws {
        let library = try GeneratedLibrary(photos: 3)
        #expect(try await library.index().code == 0)
        try FileSystem.setMode(0o755, of: library.program.home.path)
        for name in ["library.sqlite", "lock"] { try FileSystem.setMode(0o444, of: library.folder.appending(name)) }
        try FileSystem.setMode(0o555, of: library.folder)
        defer { chmod(library.folder.display, 0o755) }
        let environment = try Stranger.environment()
        func run(_ words: [String]) async throws -> Program.Outcome {
            try await library.program.run("exec \(Stranger.prefix)", words, environment: environment)
        }
        let search = try await run(["search", "--all", "--paths", "--library", library.folder.display, "x"])
        #expect(search.lines.count == 3, "\(search.errors)")
        let index = try await run(library.indexing())
        #expect(index.code == 1, "\(index.errors)")
        #expect(index.errors.contains("permission") || index.errors.contains("read-only"), "\(index.errors)")
        // One that may not be entered is there all the same.
        try FileSystem.setMode(0o000, of: library.folder)
        let status = try await run(["library", "status", "--library", library.folder.display])
        #expect(status.code == 1 && status.errors.contains("permission"), "\(status.errors)")
    }
}
