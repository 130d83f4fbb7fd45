import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// Sidecars that follow each change of marks (`evoke config write-xmp`).
@Suite struct SidecarUpkeepTests {
    private let program = Program()

    private var album: DiskPath { program.home.path.appending("album") }

    private func run(_ words: String...) async throws -> Program.Outcome {
        let outcome = try await program.run("exec", words)
        #expect(outcome.code == 0, "\(words): \(outcome.errors)")
        return outcome
    }

    private func sidecar(_ name: String) -> String {
        String(decoding: (try? FileSystem.read(album.appending("\(name).xmp"))) ?? [], as: UTF8.self)
    }

    private func index(_ count: Int) async throws {
        for number in 1...count { try program.home.write("album/\(number).png", TestPicture.png(number)) }
        _ = try await run("index", album.display)
    }

    /// Another program has changed the same photo; both sides' words are there afterwards.
    @Test func bothSidesChanges() async throws {
        try await index(1)
        _ = try await run("config", "write-xmp", "on")
        _ = try await run("mark", "tag", "add", "Sea", "file:1.png")
        _ = try await run("mark", "rate", "2", "file:1.png")
        let file = album.appending("1.png.xmp")
        try Shell.output(of: "exiftool -q -overwrite_original -Rating=4 -Subject+=Theirs '\(file)'")
        _ = try await run("mark", "tag", "add", "Ours", "file:1.png")
        let rated = try await run("mark", "rate", "5", "file:1.png")
        #expect(rated.errors.contains("1 photo has other stars"), "\(rated.errors)")
        let read = try Shell.output(of: "exiftool -s3 -sep ' ' -Rating -Subject '\(file)'")
        #expect(read == "4\nSea Theirs Ours\n", "\(read)")
        _ = try await run("index")
        #expect(try await run("search", "--paths", "tag:theirs").lines.count == 1)
    }

    @Test func whatCannotBeWrittenWaits() async throws {
        try await index(2)
        _ = try await run("config", "write-xmp", "on")
        let away = program.home.path.appending("away")
        try FileSystem.move(album, to: away, doing: "move")
        _ = try await run("mark", "rate", "4", "type:png")
        #expect(try await run("library", "status").text.contains("2 photos waiting"))
        try FileSystem.move(away, to: album, doing: "move")
        // A folder of that name is in the way of one.
        try FileSystem.makeFolder(album.appending("2.png.xmp"), isPrivate: true)
        _ = try await program.run("index")
        #expect(sidecar("1.png").contains("Rating>4<"))
        #expect(try await run("library", "status").text.contains("1 photo waiting"))
        try Shell.output(of: "rmdir '\(album.appending("2.png.xmp"))'")
        _ = try await run("index")
        #expect(sidecar("2.png").contains("Rating>4<"))
        #expect(try await !run("library", "status").text.contains("waiting"))
    }
}
