import EvokeClient
import EvokeSystem
import EvokeTestSupport
import EvokeValues
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
                group.photos[1].id.map { TrashRequest.Step(trash: $0, keep: keep) }
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
        // One may have been on its way.
        let aside = try [photos.path, photos.path.appending("copies")].flatMap { try FileSystem.names(in: $0) }
            .filter { $0.starts(with: ".evoke-".utf8) }
        #expect(gone >= 5 && aside.count <= 1 && left.count + aside.count + gone == 2 * count)
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

    /// The shorter file of a picture goes, and what was said of it is said of the other; also in its sidecar, and back.
    @Test func marksGoAlongAndComeBack() async throws {
        let short = try photos.write("a.png", FileSystem.read(TextPicture.file("english.png")))
        let long = photos.path.appending("b.png")
        try Shell.output(of: "exiftool -q -Comment='saved again' -o '\(long)' '\(short)'")
        #expect(try await program.run("index", photos.path.display).code == 0)
        _ = try await program.run("config", "write-xmp", "on")
        let marks = [
            ["mark", "favorite"], ["album", "add", "Best"], ["mark", "rate", "5"], ["mark", "tag", "add", "sea"],
        ]
        for words in marks { _ = try await program.run("exec", words + ["--photos", short.display]) }
        let query = "is:favourite album:Best rating:5 tag:sea"
        func found() async throws -> [String] { try await program.run("search", "--paths", query).lines }
        #expect(try await found() == [short.display])
        let trashed = try await program.run("duplicates", "--same", "--trash", "--merge", "--yes")
        #expect(trashed.errors.contains("Transferred marks to 1 photo"), "\(trashed.errors)")
        #expect(try await found() == [long.display])
        #expect(
            try String(decoding: FileSystem.read(photos.path.appending("b.png.xmp")), as: UTF8.self).contains("Best"))
        let undone = try await program.run("duplicates", "--undo")
        #expect(undone.code == 0, "\(undone.errors)")
        #expect(try await found() == [short.display])
    }
}
