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
            .map { String(decoding: FilePath($0).name, as: UTF8.self) }.sorted()
    }

    @Test func photosAreMarkedFoundAndUnmarked() async throws {
        try await index("a.png", "b.png", "c.png")
        #expect(try await program.run("tag").errors.contains("There is none yet"))
        let tagged = try await program.run("tag", "add", "Élan", "file:a.png|b.png")
        #expect(tagged.code == 0 && tagged.errors.contains("Marked 2 photos. 'evoke undo'"), "\(tagged.errors)")
        let more = try await program.run("tag", "add", "elan", "file:b.png|c.png")
        #expect(more.errors.contains("Marked 1 photo, 1 was so already."), "\(more.errors)")
        #expect(try await program.run("tag").lines == ["Élan\t3"])
        #expect(try await found("tag:ELAN") == ["a.png", "b.png", "c.png"])
        #expect(try await found("elan") == ["a.png", "b.png", "c.png"], "plain words find tags")

        #expect(try await program.run("album", "add", "Italy 2019", "file:a.png").code == 0)
        #expect(try await program.run("album", "rename", "italy 2019", "Rome").code == 0)
        let objects = try await program.run("album", "--json").objects()
        #expect(objects.map { $0["name"] as? String } == ["Rome"] && objects.first?["count"] as? Int == 1)
        let unknown = try await program.run("album", "rename", "Rom", "x")
        #expect(unknown.code == 1 && unknown.errors.contains("Did you mean 'Rome'?"), "\(unknown.errors)")

        let file = program.home.path.appending("album/b.png").display
        #expect(try await program.run("favourite", "--photos", file).code == 0)
        #expect(try await found("is:favourite") == ["b.png"])
        #expect(try await program.run("rate", "rejected", "file:c.png").code == 0)
        #expect(try await found("rating:rejected") == ["c.png"])
        #expect(try await program.run("caption", "Grandma's first flight", "is:favourite").code == 0)
        #expect(try await found("first flight") == ["b.png"])

        #expect(try await program.run("undo").errors.contains("Took it back, for 1 photo."))
        #expect(try await found("\"first flight\"").isEmpty)
        #expect(try await program.run("rate", "none", "file:c.png").code == 0)
        #expect(try await found("rating:rejected").isEmpty)
        #expect(try await program.run("favourite", "--remove", "is:favourite").code == 0)
        #expect(try await found("is:favourite").isEmpty)
        #expect(try await program.run("tag", "remove", "elan", "tag:elan").code == 0)
        #expect(try await program.run("tag").lines.isEmpty)
        #expect(try await program.run("hide", "file:b.png").errors.contains("Marked 1 photo"))
        #expect(try await found("type:png") == ["a.png", "c.png"])
        #expect(try await found("is:hidden") == ["b.png"])
        #expect(try await program.run("hide", "--remove", "file:a.png").errors.contains("No photos found."))
        #expect(try await program.run("hide", "--remove", "type:png").errors.contains("Marked 1 photo."))
        #expect(try await found("type:png").count == 3)
        #expect(try await program.run("status", "--check").code == 0)
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

    /// Into sidecars, and from there into another library.
    @Test func marksGoIntoSidecars() async throws {
        try await index("a.png", "b.png", "c.png")
        #expect(try await program.run("export", "xmp").errors.contains("Nothing was written"))
        #expect(try await program.run("tag", "add", "Élan \"x\"", "file:a.png|b.png").code == 0)
        #expect(try await program.run("rate", "rejected", "file:a.png").code == 0)
        #expect(try await program.run("caption", "Überfahrt,\nspät", "file:a.png").code == 0)
        #expect(try await program.run("favourite", "file:c.png").code == 0)
        let before = try FileSystem.read(program.home.path.appending("album/a.png"))
        let written = try await program.run("export", "xmp")
        #expect(written.code == 0 && written.errors.contains("the sidecars of 3 photos."), "\(written.errors)")
        #expect(try FileSystem.read(program.home.path.appending("album/a.png")) == before)
        let picked = try FileSystem.read(program.home.path.appending("album/c.png.xmp"))
        #expect(String(decoding: picked, as: UTF8.self).contains("PickLabel>3<"))
        #expect(try await program.run("export", "xmp").errors.contains("Nothing was written"), "it is there already")

        let other = ["--library", program.home.path.appending("other").display]
        #expect(try await program.run("exec", ["index"] + other + [album]).code == 0)
        #expect(try await program.run("exec", ["tag"] + other).lines == ["Élan \"x\"\t2"])
        for (query, count) in [("rating:rejected", 1), ("\"spät\"", 1), ("is:favourite", 0)] {
            let found = try await program.run("exec", ["search", "--paths"] + other + [query]).lines
            #expect(found.count == count, "\(query)")
        }
        // Other stars there are nobody's to replace.
        #expect(try await program.run("rate", "4", "file:a.png").code == 0)
        let differing = try await program.run("export", "xmp")
        #expect(differing.errors.contains("1 photo has other stars"), "\(differing.errors)")
    }

    @Test func manyAreNotMarkedWithoutAsking() async throws {
        for number in 0..<101 { try program.home.write("album/\(number).png", TestPicture.png(number)) }
        #expect(try await program.run("index", album).code == 0)
        let refused = try await program.run("rate", "3", "type:png")
        #expect(refused.code == 64 && refused.errors.contains("Say --yes"), "\(refused.errors)")
        #expect(try await found("rating:3").isEmpty)
        let done = try await program.run("rate", "3", "--yes", "type:png")
        #expect(done.code == 0 && done.errors.contains("Marked 101 photos."), "\(done.errors)")
        #expect(try await found("rating:3").count == 101)
        #expect(try await program.run("undo").errors.contains("for 101 photos"))
    }

    @Test func whatIsNoMarkIsRefused() async throws {
        try await index("a.png")
        for (words, message) in [
            (["tag", "ad"], "Did you mean 'tag add'?"), (["tag", "add"], "Give a tag and the photos."),
            (["tag", "add", "x"], "Say which photos"),
            (["tag", "add", " ", "file:a.png"], "the tag has no name"),
            (["tag", "add", String(repeating: "a", count: 101), "file:a.png"], "longer than 100"),
            (["album", "add", "a\nb", "file:a.png"], "cannot be seen"),
            (["rate", "6", "file:a.png"], "'6' is no rating"),
            (["album", "rename", "x"], "Name an album"),
            (["tag", "add", "x", ""], "The query is empty"),
            (["favourite", "--photos", "nowhere.png"], "the library has no such photo"),
        ] {
            let outcome = try await program.run("exec", words)
            #expect(outcome.code != 0 && outcome.errors.contains(message), "\(words): \(outcome.errors)")
        }
        #expect(try await program.run("tag", "add", "x", "file:none.png").errors.contains("No photos found."))
        #expect(try await program.run("undo").errors.contains("nothing to take back"))
        let bare = Program()
        #expect(try await bare.run("tag").code == 1)
    }
}
