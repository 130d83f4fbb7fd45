import EvokeClient
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWire
import Foundation
import Glibc
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

    /// What nobody can read keeps the photo whose words would be lost.
    @Test func wordsOfWhatGoesComeToTheSidecarOfWhatStays() async throws {
        try await album()
        let (stays, goes) = (photos.path.appending("a.png"), photos.path.appending("2019/copy of a.png"))
        let sidecar = photos.path.appending("a.png.xmp")
        // The older one stays.
        try FileSystem.setModified(1_500_000_000_000_000_000, of: stays)
        try photos.write("a.png.xmp", "<x:xmpmeta ".utf8)
        #expect(try await program.run("index", photos.path.display).code == 0)
        let refused = try await program.run("duplicates", "--trash", "--merge", "--yes")
        #expect(refused.errors.contains("it cannot be read, or says what would be lost"), "\(refused.errors)")
        #expect(FileSystem.isFile(goes) && FileSystem.isFile(stays))
        #expect(try FileSystem.read(sidecar) == Array("<x:xmpmeta ".utf8))

        let title = String(decoding: TestPicture.sidecar(title: "Sea"), as: UTF8.self)
        try photos.write("a.png.xmp", title.replacing("dc:title", with: "dc:rights").utf8)
        #expect(try await program.run("index", photos.path.display).code == 0)
        let merged = try await program.run("duplicates", "--trash", "--merge", "--yes")
        #expect(merged.code == 0 && !FileSystem.isFile(goes), "\(merged.errors)")
        let words = String(decoding: try FileSystem.read(sidecar), as: UTF8.self)
        #expect(words.contains("Bread") && words.contains("Sea"))
        #expect(try await program.run("duplicates", "--undo").code == 0)
        let before = String(decoding: try FileSystem.read(sidecar), as: UTF8.self)
        #expect(FileSystem.isFile(goes) && !before.contains("Bread"))
    }

    @Test(arguments: [SIGTERM, SIGKILL]) func aServerThatIsStoppedInTheMidstLosesNothing(signal: Int32) async throws {
        let count = 80
        for number in 0..<count {
            try photos.write("\(number).png", TestPicture.png(number))
            try photos.write("copies/\(number).png", TestPicture.png(number))
        }
        let model = try PublishedModel.folder("hub-clip").display
        #expect(try await program.run("index", "--model", model, photos.path.display).code == 0)
        let server = try await ServedLibrary(program)
        let client = try EvokeClient(server.address)
        let found = try await wait(for: "the copies") {
            try await client.duplicates(["exact"], top: 100)
        } until: {
            $0.finding == nil
        }
        let steps = found.groups.compactMap { group in
            group.photos[0].id.flatMap { keep in
                group.photos[1].id.map { TrashQuestion.Step(trash: $0, keep: keep) }
            }
        }
        #expect(steps.count == count)
        let asked = Task { try await client.trash(steps) }
        let trash = program.home.path.appending(".local/share/Trash")
        func trashed() -> Int { (try? FileSystem.names(in: trash.appending("files")).count) ?? 0 }
        try await wait(for: "the first photos in the trash") { trashed() >= 5 }
        server.signal(signal)
        _ = await asked.result
        _ = await server.outcome()

        let gone = trashed()
        let left = (0..<count).flatMap { number in
            ["\(number).png", "copies/\(number).png"].filter { FileSystem.isFile(photos.path.appending($0)) }
        }
        #expect(gone >= 5 && left.count + gone == 2 * count)
        for number in 0..<count {
            #expect(left.contains("\(number).png") || left.contains("copies/\(number).png"))
        }
        #expect(try FileSystem.names(in: trash.appending("info")).count >= gone)
        // What was left of the run under way is put right.
        let undone = try await program.run("duplicates", "--undo")
        #expect(undone.code == 0, "\(undone.errors)")
        for number in 0..<count {
            for name in ["\(number).png", "copies/\(number).png"] {
                #expect(try FileSystem.read(photos.path.appending(name)) == TestPicture.png(number))
            }
        }
        #expect(trashed() == 0)
        #expect(try await program.run("index").code == 0)
        #expect(try await program.run("duplicates", "--exact", "--json").lines.count == count)
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
