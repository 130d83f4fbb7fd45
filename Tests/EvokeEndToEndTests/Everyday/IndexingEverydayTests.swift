import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Photos become searchable, whatever happens on the way.
@Suite struct IndexingEverydayTests {
    @Test func anAlbumIsIndexed() async throws {
        let outcome = try await AlbumLibrary.indexingOutcome()
        #expect(outcome.code == 0 && outcome.errors.contains(" new."), "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "progress goes to standard error")
        let status = try #require(try await AlbumLibrary.program().run("library", "status", "--json").objects().first)
        #expect(status["photos"] as? Int ?? 0 >= 250 && status["failed"] as? Int == 0, "\(status)")
    }

    /// As a card that fails leaves them; and a file may still be on its way when it is first seen.
    @Test func brokenPhotosStopNothing() async throws {
        let library = try GeneratedLibrary(photos: 3)
        let whole = TestPicture.png(7, width: 400, height: 900)
        try library.photos.write("cut.png", whole.prefix(whole.count / 2))
        try library.photos.write("none.jpg", [])
        try library.photos.write("text.jpg", "This is not a picture.".utf8)
        let outcome = try await library.index()
        #expect(outcome.code == 3 && outcome.errors.contains("4 new, 2 unreadable"), "\(outcome.errors)")
        let failed = try await library.run("library", "status", "--failed").lines
        #expect(failed.count == 3)
        let reasons = [
            "none.jpg": "empty", "text.jpg": "not a picture", "cut.png": "truncated",
        ]
        for (name, reason) in reasons {
            #expect(failed.contains { $0.contains(name) && $0.contains(reason) }, "\(failed)")
        }
        #expect(try await library.found("anything").count == 4)

        try library.photos.write("cut.png", whole)
        let again = try await library.run("index")
        #expect(again.code == 3 && again.errors.contains("1 changed"), "it is as incomplete as it was: \(again.errors)")
        #expect(try await library.status()["cut"] as? Int == 0)
    }

    @Test func strangeNamesComeBackAsTheyAre() async throws {
        let library = try GeneratedLibrary(photos: 0)
        let texts = ["with space", "new\nline", "emoji 🏖️👩‍👧", "--top", "a[1]", "%41 'q\" $x"]
        let names = texts.map { Array("\($0).png".utf8) } + [[0xFF, 0xFE] + Array(".png".utf8)]
        for name in names { try library.photos.write(DiskPath(bytes: name), TestPicture.png(1)) }
        #expect(try await library.index().errors.contains("\(names.count) new"))
        let found = try await library.run("search", "--all", "-0", "--top", "50", "x").output.split(separator: 0)
        let expected = Set(names.map { library.photos.path.appending($0) })
        #expect(Set(found.map { DiskPath(bytes: $0) }) == expected)
        let lines = try await library.run("search", "--all", "--top", "50", "x").lines
        #expect(lines.count == names.count, "a name never breaks a line of the table")
        let results = try await library.run("search", "--json", "--top", "50", "x").results
        let encoded = results.compactMap { $0["path_base64"] as? String }.compactMap { Data(base64Encoded: $0) }
        #expect(encoded.map { DiskPath(bytes: $0) } == [library.photos.path.appending(names[6])])
    }

    @Test func killsLoseNothing() async throws {
        try await IndexingKills.loseNothing(kills: 3, photos: 160)
    }

    @Test func afterControlCTheNextRunGoesOn() async throws {
        let library = try GeneratedLibrary(photos: 160)
        let counting = try SignalAt()
        let undisturbed = library.program.home.path.appending("undisturbed")
        try await library.index(into: undisturbed, environment: counting.environment)
        let stopped = try await library.index(
            environment: SignalAt(SIGINT, call: counting.calls / 3).environment)
        #expect(stopped.code == 130 && stopped.errors.contains("Stopped"), "\(stopped.errors)")
        let kept = try await library.recorded().count
        #expect(kept < 160)
        let rest = try await library.index()
        #expect(rest.code == 0 && rest.errors.contains("\(160 - kept) new"), "\(kept): \(rest.errors)")
        #expect(kept == 0 || rest.errors.contains("\(kept) unchanged"), "\(kept): \(rest.errors)")
        #expect(try await library.recorded().count == 160)
    }

    @Test func aFullDiskIsSaidAndNothingIsLost() async throws {
        let library = try GeneratedLibrary(photos: 320)
        try FileSystem.makeFolder(library.folder)
        let nothing = TemporaryFolder()
        let script = FullDisk.script(
            in: library.folder,
            """
            "$0" index --library . --model "$5" --precision f32 \(nothing.path); echo "tables: $?"
            \(FullDisk.fill(leaving: 512))
            (\(FullDisk.limit) "$0" "$@"); echo "full: $?"
            rm -f filler
            "$0" status --check --library . ; echo "check: $?"
            "$0" "$@"; echo "again: $?"
            "$0" search --library . --all --paths --top 1000 "a cat" | wc -l
            """)
        let outcome = try await library.program.run(script, library.indexing())
        #expect(outcome.errors.contains("is full"), "\(outcome.errors)")
        for line in ["tables: 0", "full: 1", "check: 0", "again: 0", "320"] {
            #expect(outcome.lines.contains(line), "\(outcome.text) \(outcome.errors)")
        }
    }

    /// With the photos where it knows them, and as if today's program had made its vectors.
    @Test func aLibraryOfTheFormatBeforeIsSearchedAndRefreshed() async throws {
        let program = Program()
        let older = try OlderLibrary(in: program.home)
        try await older.move()
        let environment = ["EVOKE_LIBRARY": older.folder.display]
        func run(_ words: String...) async throws -> Program.Outcome {
            try await program.run("exec", words, environment: environment)
        }
        let found = try await run("search", "--all", "--paths", "two sails")
        #expect(found.code == 0 && found.names.contains("dated.jpg"), "\(found.errors)")
        let copy = "library-format\(OlderLibrary.format).sqlite"
        #expect(FileSystem.isFile(older.folder.appending(copy)))
        #expect(try await run("library", "status").text.contains("Copy      \(copy)"))
        let indexed = try await run("index")
        // One of the photos cannot be read.
        #expect(indexed.code == 3 && indexed.errors.contains("5 unchanged"), "\(indexed.errors)")
        #expect(try await run("library", "status", "--check").code == 0)
        #expect(try await run("search", "--saved", "boats", "--paths").code == 0)
    }
}
