import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct MarkTests {
    private let program = Program()

    private var album: String { program.home.path.appending("album").display }

    private func index(_ names: String...) async throws {
        for (number, name) in names.enumerated() { try program.home.write("album/\(name)", TestPicture.png(number)) }
        #expect(try await program.run("index", album).code == 0)
    }

    /// The names of the files that a query finds.
    private func found(_ query: String) async throws -> [String] {
        try await program.run("search", "--paths", "--top", "200", query).lines
            .map { String(decoding: DiskPath($0).name, as: UTF8.self) }.sorted()
    }

    /// They go where the photo goes, and stay away from another that gets its name.
    @Test func marksMoveWithPhotos() async throws {
        try await index("a.png", "b.png")
        #expect(try await program.run("album", "add", "Best", "file:a.png").code == 0)
        let (a, b) = (program.home.path.appending("album/a.png"), program.home.path.appending("album/b.png"))
        let other = program.home.path.appending("album/x")
        try FileSystem.move(a, to: other, doing: "move")
        try FileSystem.move(b, to: a, doing: "move")
        try FileSystem.move(other, to: b, doing: "move")
        #expect(try await program.run("index", album).code == 0)
        #expect(try await found("album:best") == ["b.png"])
        try program.home.write("album/sub/kept.png", FileSystem.read(b))
        FileSystem.remove(b)
        #expect(try await program.run("index", album).code == 0)
        #expect(try await found("album:best") == ["kept.png"])
        // Another picture under the name of one that had marks, and the first one with a line of metadata more.
        try program.home.write("album/cat.jpg", FileSystem.read(FacePicture.file("cat.jpg")))
        try program.home.write("album/group.jpg", FileSystem.read(FacePicture.file("group.jpg")))
        #expect(try await program.run("index", album).code == 0)
        #expect(try await program.run("album", "add", "Faces", "type:jpeg").code == 0)
        try program.home.write("album/cat.jpg", FileSystem.read(FacePicture.file("astronaut.jpg")))
        try program.home.write("album/group.jpg", FileSystem.read(FacePicture.file("group.jpg")) + [0])
        #expect(try await program.run("index", album).code == 0)
        #expect(try await found("album:faces") == ["group.jpg"])
    }

    /// What a model chose is looked at before it is marked; what a field names is marked at once.
    @Test func whatIsRankedIsNotMarkedWithoutAsking() async throws {
        for number in 0..<12 { try program.home.write("album/holiday/\(number).png", TestPicture.png(number)) }
        #expect(try await program.run("index", album).code == 0)
        let refused = try await program.run("mark", "hide", "holiday")
        #expect(refused.code == 64 && refused.output.isEmpty, "\(refused.errors)")
        for words in ["/holiday/", "and 2 more", "Change the marks of 12 photos?", "--yes"] {
            #expect(refused.errors.contains(words), "\(words): \(refused.errors)")
        }
        for words in [["holiday"], ["type:png"], ["--photos", "\(album)/holiday/0.png"]] {
            let listed = try await program.run("exec", ["mark", "hide", "--dry-run"] + words)
            #expect(listed.code == 0 && listed.names.count == (words.count == 1 ? 12 : 1), "\(listed.errors)")
        }
        #expect(try await found("is:hidden").isEmpty)
        #expect(try await program.run("mark", "hide", "--yes", "holiday").errors.contains("Hid 12 photos."))
        #expect(try await program.run("mark", "hide", "--remove", "type:png").errors.contains("Unhid 12 photos."))
        #expect(try await found("is:hidden").isEmpty)
    }
}
