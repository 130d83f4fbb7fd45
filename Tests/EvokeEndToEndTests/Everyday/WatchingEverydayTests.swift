import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

/// A library is kept fresh.
@Suite struct WatchingEverydayTests {
    /// Whoever starts the server alone finds what came before it, and what comes then. One process does so at a time.
    @Test func aServerFollowsItsFolders() async throws {
        let library = try GeneratedLibrary(photos: 1)
        #expect(try await library.index().code == 0)
        try library.photos.write("before.png", TestPicture.png(1))
        let arguments = ["--library", library.folder.display]
        let server = try await ServedLibrary(library.program, arguments, watches: true)
        func follows(_ names: Set<String>) async throws {
            try await wait(for: "the server to follow its folder") {
                Set(try await server.get("/api/search?q=a&top=100").results.compactMap { $0["name"] as? String })
            } until: {
                $0 == names
            }
        }
        try await follows(["000.png", "before.png"])

        let watch = try library.program.start(arguments: ["watch"] + arguments)
        // Copied in pieces, with the folder read between them.
        let whole = TestPicture.png(2)
        let slow = library.photos.path.appending("slow.png").withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
        _ = write(slow, whole, whole.count / 2)
        try library.photos.write("new/a.png", TestPicture.png(3))
        try await follows(["000.png", "before.png", "a.png"])
        _ = whole.withUnsafeBytes { write(slow, $0.baseAddress! + whole.count / 2, whole.count - whole.count / 2) }
        close(slow)
        try await follows(["000.png", "before.png", "a.png", "slow.png"])
        #expect(try await server.get("/api/library/failures").json["total"] as? Int == 0)

        server.signal(SIGTERM)
        #expect(await server.outcome().code == 0)
        try library.photos.write("after.png", TestPicture.png(4))
        try await wait(for: "the watch in its place") {
            try await library.recorded().contains("after.png") || !watch.isRunning
        }
        watch.terminate()
        let outcome = await watch.outcome()
        #expect(outcome.code == 0 && outcome.errors.contains("Another process already follows"), "\(outcome.errors)")
    }

    @Test func aWatchedLibraryFollowsItsFolderUntilControlC() async throws {
        let library = try GeneratedLibrary(photos: 1)
        #expect(try await library.index().code == 0)
        let watch = try library.program.start(arguments: ["watch", "--library", library.folder.display])
        func follows(_ names: Set<String>) async throws {
            try await wait(for: "the library to follow its folder") {
                try await library.recorded()
            } until: {
                $0 == names || !watch.isRunning
            }
        }
        try library.photos.write("new/er/b.png", TestPicture.png(2))
        try await follows(["000.png", "b.png"])

        // Written in pieces, with the folder read between them.
        let whole = TestPicture.png(3)
        let slow = library.photos.path.appending("slow.png").withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
        _ = write(slow, whole, whole.count / 2)
        try library.photos.write("c.png", TestPicture.png(4))
        try await follows(["000.png", "b.png", "c.png"])
        _ = whole.withUnsafeBytes { write(slow, $0.baseAddress! + whole.count / 2, whole.count - whole.count / 2) }
        close(slow)
        try await follows(["000.png", "b.png", "c.png", "slow.png"])

        try library.photos.move("new", to: "old")
        library.photos.remove("c.png")
        try await follows(["000.png", "b.png", "slow.png"])
        watch.interrupt()
        let outcome = await watch.outcome()
        #expect(outcome.code == 130 && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(!outcome.errors.contains("Could not"), "no file was read before its end:\n\(outcome.errors)")
        #expect(try await library.found("in:old") == ["b.png"])
    }
}
