import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// What users do wrong, and what goes wrong for them.
@Suite struct TroubleTests {
    private let folder = TemporaryFolder()
    private let program = Program()

    @Test(arguments: [
        ([], "Usage"), (["serch", "x"], "Did you mean 'search'?"),
        (["search", "--tpo", "3", "x"], "Did you mean '--top'?"),
        (["search"], "empty"), (["search", " \t "], "empty"), (["search", "--top", "0", "x"], "above 0"),
        (["search", "--json", "--paths", "x"], "Choose one"), (["similar"], "one photo"),
        (["similar", "a", "b"], "one photo"),
        (["embed"], "--text"), (["embed", "--text", ""], "needs a value"), (["embed", "--text", " "], "empty"),
        (["status", "x"], "takes no"),
        (["completions", "tcsh"], "bash"), (["help", "frobnicate"], "Unknown command"),
        (["index"], "no folders yet"), (["watch"], "no folders yet"),
        (["schedule", "--every", "1h"], "no folders yet"),
        (["schedule", "--every", "soon"], "such as 30m"), (["schedule", "--every", "1h", "--off"], "Choose one"),
        (["forget"], "Name photos"), (["forget", ""], "empty"), (["--frobnicate"], "Unknown command"),
        (["index", ""], "empty"), (["index", "--precision", "fast", "/none"], "can be full"),
        (["search", "--variant", "fp16", "x"], "with --model"), (["search", "--batch", "f", "x"], "not both"),
        (["models"], "Say which"), (["models", "lost"], "Did you mean"), (["models", "show", ""], "path is empty"),
        (["models", "list", "x"], "takes no"), (["models", "update", "--retry", "x"], "0 to 1000"),
        (["models", "catalogue", "list", "x"], "no more words"), (["classify"], "Name photos"),
        (["classify", "--scale", "x", "a.jpg"], "above 0"),
        (["serve", "--host", "no-such-host.invalid"], "name of this machine"),
    ]) func wrongUsageIsExplained(arguments: [String], words: String) async throws {
        let outcome = try await program.run("exec", arguments)
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test func soIsWhatTheLibraryRefuses() async throws {
        try addPhotos(1)
        #expect(try await program.run("index", folder.path.display).code == 0)
        for (arguments, words) in [
            (["index", library.appending("thumbnails").display], "things of its own"),
            (["index", "--include", "never"], "none like it"),
            (["classify", "--labels", "a, a", folder.path.appending("0.png").display], "both label"),
        ] {
            let outcome = try await program.run("exec", arguments)
            #expect(outcome.code == 64 && outcome.errors.contains(words), "\(outcome.code) \(outcome.errors)")
        }
    }

    @Test func helpAndVersionAreResults() async throws {
        for arguments in [
            ["--help"], ["help"], ["help", "search"], ["search", "--help"], ["--version"], ["completions", "zsh"],
        ] {
            let outcome = try await program.run("exec", arguments)
            #expect(outcome.code == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty)
        }
    }

    @Test func searchingWithoutALibrarySaysHowToMakeOne() async throws {
        for arguments in [["search", "x"], ["similar", "x.jpg"], ["status"]] {
            let outcome = try await program.run("exec", arguments)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("evoke index"), "\(outcome.errors)")
        }
    }

    @Test func aMissingFolderFailsAndTheOthersAreIndexed() async throws {
        try addPhotos(2)
        let outcome = try await program.run("index", "/no/such/folder", folder.path.display)
        #expect(outcome.code == 3)
        #expect(outcome.errors.contains("'/no/such/folder'"))
        #expect(outcome.errors.contains("2 new"))
        #expect(try await program.run("index").code == 0)
        #expect(try await program.run("index", "/no/such/folder", "/dev/null").code == 1)
        #expect(try await program.run("index").code == 0, "neither is remembered")
        try folder.move("0.png", to: "../gone.png")
        try folder.move("1.png", to: "../gone.png")
        let gone = try await program.run("index")
        #expect(gone.code == 3 && gone.errors.contains("Its photos are kept"), "\(gone.errors)")
    }

    @Test func helpIsThereEverywhere() async throws {
        for arguments in [
            ["search", "a", "dog", "-h"], ["models", "-h"], ["models", "pull", "-h"], ["models", "pull", "x", "-h"],
            ["help", "-h"], ["index", "--exclude", "-h"], ["serve", "-h"], ["-h"],
        ] {
            let outcome = try await program.run("exec", arguments)
            #expect(outcome.code == 0 && outcome.text.contains("Usage: evoke"), "\(arguments): \(outcome.errors)")
        }
    }

    @Test func aLineWithoutAQueryGetsAnErrorInItsPlace() async throws {
        try addPhotos(2)
        _ = try await program.run("index", folder.path.display)
        let file = try folder.write("queries.txt", "a dog\n\n \na cat\n".utf8)
        let answers = try await program.run("search", "--json", "--batch", file.display)
        #expect(answers.code == 3)
        let objects = try answers.objects()
        #expect(objects.map { $0["query"] as? String } == ["a dog", "", " ", "a cat"])
        #expect(objects.map { ($0["results"] as? [Any])?.count } == [2, nil, nil, 2])
        let errors = objects.compactMap { $0["error"] as? [String: Any] }
        #expect(errors.map { $0["kind"] as? String } == ["wrongUsage", "wrongUsage"])
        #expect((errors.first?["detail"] as? String)?.contains("line 2") == true)
        let lines = try await program.run("search", "--all", "--paths", "--batch", file.display)
        #expect(lines.code == 3 && lines.lines.count == 4 && lines.errors.contains("line 3"), "\(lines.errors)")
        let none = try folder.write("none.txt", "\n".utf8)
        #expect(try await program.run("search", "--json", "--batch", none.display).code == 1)
    }

    @Test func withoutAHomeALibraryIsEnough() async throws {
        try addPhotos(2)
        let places = ["--library", folder.path.appending("library").display]
        let homeless = "exec env -u HOME -u XDG_CACHE_HOME"
        let indexed = try await program.run(homeless, ["index"] + places + [folder.path.display])
        #expect(indexed.code == 0, "\(indexed.errors)")
        let found = try await program.run(homeless, ["search", "--all", "--paths"] + places + ["x"])
        #expect(found.code == 0 && found.lines.count == 2, "\(found.errors)")
        // The library lies in its own root, with its thumbnails.
        let again = try await program.run(homeless, ["index"] + places)
        #expect(again.errors.contains("Photos: 2 unchanged."), "\(again.errors)")
    }

    @Test func badPicturesAreReportedAndStopNothing() async throws {
        try addPhotos(3)
        let whole = try FileSystem.read(try photos()[0])
        try folder.write("empty.jpg", [])
        try folder.write("text.jpg", "This is not a picture.".utf8)
        try folder.write("cut.png", whole.prefix(whole.count / 8))
        let outcome = try await program.run("index", folder.path.display)
        #expect(outcome.code == 3)
        #expect(try await program.run("index").code == 3, "it is as incomplete as it was")
        #expect(outcome.errors.contains("3 new") && outcome.errors.contains("3 unreadable"), "\(outcome.errors)")
        let failed = try await program.run("status", "--failed").lines
        #expect(failed.count == 3)
        for (name, reason) in [("empty.jpg", "empty"), ("text.jpg", "not a picture"), ("cut.png", "end is missing")] {
            #expect(failed.contains { $0.contains(name) && $0.contains(reason) }, "\(failed)")
        }
        for top in ["50", "\(Int.max)"] {
            #expect(try await program.run("search", "--all", "--paths", "--top", top, "anything").lines.count == 3)
        }
    }

    /// As a card that fails leaves them; and a file may still be on its way when it is first seen.
    @Test func photosThatHaveLostTheirEndAreFoundAndListedApart() async throws {
        let whole = TestPicture.png(7, width: 400, height: 900)
        try folder.write("cut.png", whole.prefix(whole.count / 2))
        try folder.write("bad.jpg", [0xFF, 0xD8, 0xFF])
        let outcome = try await program.run("index", folder.path.display)
        #expect(outcome.code == 3 && outcome.errors.contains("1 new, 1 unreadable"), "\(outcome.errors)")
        #expect(outcome.errors.contains("One of them lacks its end"), "\(outcome.errors)")
        let failed = try await program.run("status", "--failed").lines
        #expect(failed.count == 2 && failed[0].contains("bad.jpg"), "\(failed)")
        #expect(failed[1].contains("cut.png: its end is missing; 4"), "\(failed)")
        let status = try await program.run("status", "--json").objects()[0]
        #expect(status["cut"] as? Int == 1 && status["photos"] as? Int == 1)
        #expect((status["cut_photos"] as? [[String: Any]])?.count == 1)
        #expect(try await program.run("search", "--all", "--paths", "anything").lines.count == 1)

        try folder.write("cut.png", whole)
        #expect(try await program.run("index").errors.contains("1 changed"))
        #expect(try await program.run("status", "--json").objects()[0]["cut"] as? Int == 0)
    }

    @Test func strangeNamesComeBackAsTheyAre() async throws {
        let picture = try FileSystem.read(try photos()[0])
        let names: [[UInt8]] = [
            Array("with space.png".utf8), Array("new\nline.png".utf8), Array("emoji 🏖️👩‍👧.png".utf8),
            [0xFF, 0xFE] + Array(".png".utf8), Array("--top.png".utf8), Array("a[1].png".utf8),
            Array("%41 'q\" $x.png".utf8),
        ]
        for name in names { try folder.write(FilePath(bytes: name), picture) }
        #expect(try await program.run("index", folder.path.display).errors.contains("\(names.count) new"))
        let found = try await program.run("search", "--all", "-0", "--top", "50", "x").output.split(separator: 0)
        let expected = Set(names.map { folder.path.appending($0) })
        #expect(Set(found.map { FilePath(bytes: $0) }) == expected)
        let lines = try await program.run("search", "--all", "--top", "50", "x").lines
        #expect(lines.count == names.count, "a name never breaks a line of the table")
        let answer = try #require(try await program.run("search", "--json", "--top", "50", "x").objects().first)
        let results = try #require(answer["results"] as? [[String: Any]])
        let encoded = results.compactMap { $0["path_base64"] as? String }.compactMap { Data(base64Encoded: $0) }
        #expect(encoded.map { FilePath(bytes: $0) } == [folder.path.appending(names[3])])
    }

    @Test func anInterruptedRunGoesOnWhereItStopped() async throws {
        try addPhotos(400)
        let run = try program.start(arguments: ["index", folder.path.display])
        // As soon as something has been kept, Ctrl-C.
        try await wait(for: "photos that are kept") {
            try await program.run("status", "--json").objects().first?["photos"] as? Int ?? 0 > 0
        }
        run.interrupt()
        let outcome = await run.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.errors.contains("Stopped"))
        let kept = try #require(try await program.run("status", "--json").objects().first?["photos"] as? Int)
        #expect((1..<400).contains(kept))
        let rest = try await program.run("index")
        #expect(rest.code == 0)
        #expect(
            rest.errors.contains("\(400 - kept) new") && rest.errors.contains("\(kept) unchanged"), "\(rest.errors)")
        #expect(try await program.run("search", "--all", "--paths", "--top", "500", "x").lines.count == 400)
    }

    @Test func onlyOneIndexesAtATime() async throws {
        try addPhotos(400)
        let first = try program.start(arguments: ["index", folder.path.display])
        try await wait(for: "the library") { FileSystem.isFile(library.appending("library.sqlite")) }
        let second = try await program.run("index", folder.path.display)
        #expect(second.code == 1)
        #expect(second.errors.contains("another evoke (process "), "\(second.errors)")
        first.interrupt()
        _ = await first.outcome()
        #expect(try await program.run("index", folder.path.display).code == 0)
    }

    @Test func severalMayStartAtOnceWithNothingCached() async throws {
        try addPhotos(2)
        _ = try await program.run("index", folder.path.display)
        let cache = TemporaryFolder()
        let searches = try (0..<4).map { _ in
            try program.start(
                arguments: ["search", "--all", "--paths", "x"], environment: ["XDG_CACHE_HOME": cache.path.display])
        }
        for search in searches {
            let outcome = await search.outcome()
            #expect(outcome.code == 0 && outcome.lines.count == 2, "\(outcome.errors)")
        }
    }

    @Test func aFullDiskIsSaidAndNothingIsLost() async throws {
        try addPhotos(60)
        #expect(try await program.run("index", folder.path.display).code == 0)
        try addPhotos(400)
        // Files that cannot grow are what a full disk looks like to a program.
        let full = try await program.run("ulimit -f 700; exec", ["index"])
        #expect(full.code == 1)
        #expect(full.errors.contains("full"), "\(full.errors)")
        #expect(try await program.run("search", "--all", "--paths", "--top", "5", "x").lines.count == 5)
        #expect(try await program.run("index").code == 0)
        #expect(try await program.run("search", "--all", "--paths", "--top", "500", "x").lines.count == 400)
    }

    @Test func aReadOnlyLibraryCanBeSearched() async throws {
        try addPhotos(3)
        _ = try await program.run("index", folder.path.display)
        _ = library.withCString { chmod($0, 0o555) }
        for name in ["library.sqlite", "lock"] { _ = library.appending(name).withCString { chmod($0, 0o444) } }
        for folder in [
            program.home.path, program.home.path.appending(".local"), program.home.path.appending(".local/share"),
        ] {
            _ = folder.withCString { chmod($0, 0o755) }
        }
        defer { _ = library.withCString { chmod($0, 0o755) } }
        let cache = TemporaryFolder()
        _ = cache.path.withCString { chmod($0, 0o777) }
        // Root may write anywhere, so root becomes somebody else for this.
        let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
        let environment = ["XDG_CACHE_HOME": cache.path.display]
        let search = try await program.run(
            "exec \(user)", ["search", "--all", "--paths", "x"], environment: environment)
        #expect(search.lines.count == 3, "\(search.errors)")
        let index = try await program.run("exec \(user)", ["index", folder.path.display], environment: environment)
        #expect(index.code == 1)
        #expect(index.errors.contains("permission") || index.errors.contains("read-only"), "\(index.errors)")
    }

    @Test func aLibraryOfANewerVersionIsLeftAlone() async throws {
        try addPhotos(1)
        _ = try await program.run("index", folder.path.display)
        let file = library.appending("library.sqlite")
        var bytes = try FileSystem.read(file)
        bytes[63] = 99
        try FileSystem.replace(file, with: bytes)
        for arguments in [["index"], ["search", "x"], ["status"]] {
            let outcome = try await program.run("exec", arguments)
            #expect(outcome.code == 1 && outcome.errors.contains("newer Evoke"), "\(outcome.errors)")
        }
        #expect(try FileSystem.read(file) == bytes)
    }

    @Test func similarSaysWhatIsWrongWithAPhoto() async throws {
        try addPhotos(1)
        _ = try await program.run("index", folder.path.display)
        let text = try folder.write("notes.txt", "Not a picture.".utf8)
        for (photo, words) in [
            (text.display, "not a picture"), ("/no/such/photo.jpg", "nothing at that path"), ("/", "not a file"),
        ] {
            let outcome = try await program.run("similar", photo)
            #expect(outcome.code == 1 && outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test func embedGoesOnAfterABadPhoto() async throws {
        let outcome = try await program.run("embed", "/no/such/photo.jpg", photos()[0].display)
        #expect(outcome.code == 3)
        #expect(try await program.run("embed", "/no/such/photo.jpg").code == 1)
        let sorted = try await program.run("classify", "--labels", "a,b", "/no/such/photo.jpg", photos()[0].display)
        #expect(sorted.code == 3 && !sorted.lines.isEmpty)
        #expect(try outcome.objects().count == 1)
        #expect(outcome.errors.contains("/no/such/photo.jpg"))
    }

    @Test func anUnknownModelIsNamedWithWhereItWasLookedFor() async throws {
        let outcome = try await program.run("embed", "--model", "nonesuch", "--text", "x")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("'nonesuch'"))
    }

    private var library: FilePath { program.home.path.appending(".local/share/evoke") }

    private func photos() throws -> [FilePath] {
        let album = try Installed.album().display
        let names = try FileManager.default.subpathsOfDirectory(atPath: album).filter { $0.hasSuffix(".png") }.sorted()
        return names.map { FilePath(album).appending($0) }
    }

    /// Copies of pictures of the album until there are `count`.
    private func addPhotos(_ count: Int) throws {
        let photos = try photos()
        for number in 0..<count where FileSystem.status(of: folder.path.appending("\(number).png")) == nil {
            // A comment behind the picture: each is a photo of its own.
            let bytes = try FileSystem.read(photos[number % photos.count])
            try folder.write("\(number).png", bytes + Array("photo \(number)".utf8))
        }
    }
}
