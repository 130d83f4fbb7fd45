import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Photos that are there twice, put away and back again by the real program.
@Suite struct TidyTests {
    private let program = Program()
    private let photos = TemporaryFolder()

    /// Two exact copies of a picture, with a sidecar beside one, a smaller picture of it, and another one.
    private func album() async throws {
        let picture = try FileSystem.read(TextPicture.file("english.png"))
        try photos.write("a.png", picture)
        try photos.write("2019/copy of a.png", picture)
        try photos.write("2019/copy of a.png.xmp", TestPicture.sidecar(title: "Bread"))
        try photos.write("german.png", FileSystem.read(TextPicture.file("german.png")))
        #expect(try await program.run("index", photos.path.display).code == 0)
    }

    @Test func copiesGoToTheTrashAndComeBack() async throws {
        try await album()
        let shown = try await program.run("duplicates", "--exact", "--json").objects()
        let copies = try #require(shown.first?["photos"] as? [[String: Any]])
        #expect(shown.count == 1 && copies.count == 2)
        let goes = try #require(copies.first { $0["keep"] as? Bool == false }?["path"] as? String)

        // Nobody is there to be asked.
        let asked = try await program.run("duplicates", "--trash")
        #expect(asked.code == 64 && asked.errors.contains("--yes"), "\(asked.errors)")
        #expect(FileManager.default.fileExists(atPath: goes))

        let moved = try await program.run("duplicates", "--trash", "--yes")
        #expect(moved.code == 0 && moved.errors.contains("1 photo"), "\(moved.errors)")
        #expect(!FileManager.default.fileExists(atPath: goes))
        let trash = program.home.path.appending(".local/share/Trash/files").display
        let name = goes.split(separator: "/").last.map(String.init)
        #expect(try FileManager.default.contentsOfDirectory(atPath: trash).contains { $0 == name })
        #expect(try await program.run("duplicates", "--exact", "--json").lines.isEmpty)

        let undone = try await program.run("duplicates", "--undo")
        #expect(undone.code == 0, "\(undone.errors)")
        #expect(FileManager.default.fileExists(atPath: goes))
        #expect(try FileManager.default.contentsOfDirectory(atPath: trash).isEmpty)
        #expect(try await program.run("duplicates", "--exact", "--json").lines.count == 1)
        #expect(try await program.run("duplicates", "--undo").errors.contains("nothing to put back"))
    }

    @Test func copiesTakeTheRoomOfOne() async throws {
        try await album()
        #expect(try await program.run("duplicates", "--link", "--same", "--yes").code == 64)
        let joined = try await program.run("duplicates", "--link", "--yes")
        #expect(joined.code == 0, "\(joined.errors)")
        let paths = ["a.png", "2019/copy of a.png"].map { photos.path.appending($0) }
        #expect(try FileSystem.read(paths[0]) == FileSystem.read(paths[1]))
        #expect(try await program.run("duplicates", "--undo").code == 0)
        let files = try paths.map { FileIdentity(try FileStatus(of: $0)) }
        #expect(Set(files).count == 2)
    }

    @Test func aScriptIsPrintedAndNothingDone() async throws {
        try await album()
        let script = try await program.run("duplicates", "--script")
        #expect(script.code == 0 && script.text.hasPrefix("#!/bin/sh\n"))
        #expect(script.lines.filter { $0.hasPrefix("away_copy '") }.count == 1)
        #expect(FileSystem.isFile(photos.path.appending("2019/copy of a.png")))
        let together = try await program.run("duplicates", "--script", "--trash")
        #expect(together.code == 64)
    }
}
