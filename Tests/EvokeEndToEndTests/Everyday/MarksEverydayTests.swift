import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// What the owner says of photos is kept, found, taken back and told to other programs.
@Suite struct MarksEverydayTests {
    private let library: GeneratedLibrary

    init() async throws {
        library = try GeneratedLibrary(photos: 3)
        #expect(try await library.index().code == 0)
    }

    @Test func photosAreMarkedFoundAndUnmarked() async throws {
        let tagged = try await library.run("mark", "tag", "add", "Élan", "file:000.png|001.png")
        #expect(
            tagged.code == 0 && tagged.errors.contains("Tagged 2 photos. Undo with 'evoke mark undo'"),
            "\(tagged.errors)")
        let more = try await library.run("mark", "tag", "add", "elan", "file:001.png|002.png")
        #expect(more.errors.contains("Tagged 1 photo; 1 unchanged."), "\(more.errors)")
        #expect(try await library.run("mark", "tag").lines == ["Élan\t3"])
        #expect(try await library.found("tag:ELAN").sorted() == ["000.png", "001.png", "002.png"])
        let file = library.photos.path.appending("001.png").display
        #expect(try await library.run("mark", "favorite", "--photos", file).code == 0)
        for (words, answers) in [
            (["search", "tag:él"], ["tag:Élan"]), (["mark", "tag", "add", "E"], ["Élan"]),
            (["mark", "hide", "fil"], ["file:"]),
        ] {
            let found = try await library.program.run(
                "exec", ["completions", "words", "--"] + words, environment: ["EVOKE_LIBRARY": library.folder.display])
            #expect(found.lines == answers, "\(words): \(found.errors)")
        }
        let shown = try await library.run("photo", "show", file)
        for line in ["Photo\t\(file)", "Tags\tÉlan", "Marks\tfavorite"] {
            #expect(shown.lines.contains(line), "\(line): \(shown.text)")
        }
        #expect(shown.text.contains("(file time)"))
        let number = try #require(shown.lines.first { $0.hasPrefix("Number\t") }?.split(separator: "\t").last)
        let again = try #require(try await library.run("photo", "show", "--json", String(number)).objects().first)
        #expect((again["photo"] as? [String: Any])?["path"] as? String == file && again["text"] != nil)
        #expect(try await library.found("is:favourite") == ["001.png"])
        #expect(try await library.run("mark", "undo").errors.contains("Undid the last change (1 photo)."))
        #expect(try await library.found("is:favourite").isEmpty)
    }

    @Test func albumsAndHiddenPhotos() async throws {
        #expect(try await library.run("album", "add", "Italy 2019", "file:000.png").code == 0)
        #expect(try await library.run("album", "rename", "italy 2019", "Rome").code == 0)
        let unknown = try await library.run("album", "rename", "Rom", "x")
        #expect(unknown.code == 1 && unknown.errors.contains("Did you mean 'Rome'?"), "\(unknown.errors)")
        #expect(try await library.found("album:rome") == ["000.png"])
        let file = library.photos.path.appending("001.png")
        try library.photos.write("same.png", FileSystem.read(file))
        #expect(try await library.index().code == 0)
        let hidden = try await library.run("mark", "hide", "file:001.png")
        #expect(hidden.errors.contains("Hid 1 photo with 1 exact copy"), "\(hidden.errors)")
        #expect(try await library.found("type:png sort:name") == ["000.png", "002.png"])
        #expect(try await library.found("is:hidden sort:name") == ["001.png", "same.png"])
        #expect(try await library.run("library", "status", "--check").code == 0)
    }

    /// Into sidecars, and from there into another library.
    @Test func sidecarsFollowEachChangeAndAreRead() async throws {
        let before = try FileSystem.read(library.photos.path.appending("000.png"))
        #expect(try await library.run("mark", "tag", "add", "Élan \"x\"", "file:000.png|001.png").code == 0)
        let turnedOn = try await library.run("config", "write-xmp", "on")
        #expect(turnedOn.errors.contains("sidecars of 2 photos."), "\(turnedOn.errors)")
        #expect(try await library.run("mark", "rate", "rejected", "file:000.png").code == 0)
        #expect(try await library.run("mark", "caption", "Überfahrt,\nspät", "file:000.png").code == 0)
        #expect(try await library.run("mark", "caption", "mistaken", "file:000.png").code == 0)
        #expect(try await library.run("mark", "undo").code == 0)
        #expect(try FileSystem.read(library.photos.path.appending("000.png")) == before)

        let other = library.program.home.path.appending("other")
        #expect(try await library.index(into: other).code == 0)
        let words = ["--library", other.display]
        #expect(try await library.program.run("exec", ["mark", "tag"] + words).lines == ["Élan \"x\"\t2"])
        for query in ["rating:rejected", "\"spät\""] {
            let found = try await library.program.run("exec", ["search", "--paths"] + words + [query])
            #expect(found.names == ["000.png"], "\(query)")
        }
    }

    @Test func copiesGoToTheTrashAndComeBack() async throws {
        let copy = try library.photos.copy(library.photos.path.appending("001.png"), to: "more/copy of 001.png")
        #expect(try await library.index().code == 0)
        let group = try #require(try await library.run("duplicates", "--exact", "--json").objects().first)
        let photos = try #require(group["photos"] as? [[String: Any]])
        let goes = DiskPath(try #require(photos.first { $0["keep"] as? Bool == false }?["path"] as? String))
        #expect(photos.count == 2 && [copy.name, Array("001.png".utf8)[...]].contains(goes.name))
        // Nobody is there to be asked.
        #expect(try await library.run("duplicates", "--trash").code == 64)
        #expect(FileSystem.isFile(goes))

        let moved = try await library.run("duplicates", "--trash", "--yes")
        #expect(moved.code == 0 && FileSystem.isMissing(goes), "\(moved.errors)")
        let trash = library.program.home.path.appending(".local/share/Trash/files")
        #expect(try FileSystem.names(in: trash).map { $0[...] } == [goes.name])
        let undone = try await library.run("duplicates", "--undo")
        #expect(undone.code == 0 && FileSystem.isFile(goes), "\(undone.errors)")
        #expect(try await library.run("duplicates", "--undo").errors.contains("Nothing to undo"))
    }

    /// Beside a server, whatever is in a name.
    @Test func searchesAreSavedAndAsked() async throws {
        let server = try await ServedLibrary(library.program, ["--library", library.folder.display])
        let (name, query) = ("Dogs: 50% / ä?", "\"00\" -date:yesterday sort:name")
        let saved = try await library.run("search", "--save", " \(name) ", "--paths", query)
        #expect(saved.code == 0 && saved.names.count == 3, "\(saved.errors)")
        #expect(saved.errors.contains("Saved as '\(name)'"), "\(saved.errors)")
        #expect(try await library.run("saved").lines == ["\(name)\t\(query)"])
        let told = try await server.get("/api/searches").json["searches"] as? [[String: String]]
        #expect(told == [["name": name, "query": query]])
        try library.photos.write("003.png", TestPicture.png(3))
        #expect(try await library.index().code == 0)
        try await wait(for: "the server to follow") {
            try await library.run("search", "--saved", name, "--paths").names.count == 4
        }
        let unknown = try await library.run("saved", "remove", "Dogs: 50% / a?")
        #expect(unknown.code == 1 && unknown.errors.contains("Did you mean '\(name)'?"), "\(unknown.errors)")
        #expect(try await library.run("saved", "remove", name).code == 0)
        #expect(try await library.run("saved").lines.isEmpty)
    }
}
