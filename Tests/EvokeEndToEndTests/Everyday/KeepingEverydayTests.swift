import EvokeCatalog
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import CatalogSQLite

/// A library is kept, checked and set up.
@Suite struct KeepingEverydayTests {
    @Test func aBackupGoesBackAndForthBesideAServer() async throws {
        let library = try GeneratedLibrary(photos: 1)
        #expect(try await library.index().code == 0)
        let file = library.program.home.path.appending("of today.evoke").display
        let server = try await ServedLibrary(library.program, ["--library", library.folder.display])
        func served() async throws -> [String] {
            try await server.get("/api/search?q=sort:name").results.compactMap { $0["name"] as? String }
        }
        let made = try await library.run("library", "backup", file)
        #expect(made.code == 0 && made.errors.contains("Backed up 1 photo to"), "\(made.errors)")

        try library.photos.write("001.png", TestPicture.png(1))
        #expect(try await library.index().code == 0)
        #expect(try await served() == ["000.png", "001.png"])
        let refused = try await library.run("library", "restore", file)
        #expect(refused.code != 0 && refused.errors.contains("--replace"), "\(refused.errors)")
        let restored = try await library.run("library", "restore", "--replace", file)
        #expect(restored.code == 0 && restored.errors.contains("Restored 1 photo"), "\(restored.errors)")
        #expect(try await served() == ["000.png"])
        #expect(try await library.run("library", "status").text.contains("library-replaced-"))
        #expect(try await library.index().code == 0)
        #expect(try await served() == ["000.png", "001.png"], "the library goes on as any other")
    }

    @Test func aWrongVectorIsNamedAndMended() async throws {
        let library = try GeneratedLibrary(photos: 10)
        #expect(try await library.index().code == 0)
        #expect(try await library.check().lines.last == "No errors found.")
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        // Every value is 2.0, which is 0x4000 as a half.
        try await catalog.read {
            try $0.execute("UPDATE vectors SET half_floats = replace(hex(zeroblob(24)), '00', x'0040') WHERE photo = 3")
        }
        try await catalog.close()
        let check = try await library.check()
        #expect(check.code == 1 && check.text.contains("Run 'evoke index' to repair"), "\(check.text)")
        let doctor = try await library.run("library", "check")
        #expect(doctor.text.contains("Photos: 10.") && doctor.text.contains("Not running"), "\(doctor.text)")
        let index = try await library.index()
        #expect(index.errors.contains("1 new") && index.errors.contains("9 unchanged"), "\(index.errors)")
        #expect(try await library.check().code == 0)
    }

    @Test func whatIsSetOnceHoldsForAllCommands() async throws {
        let library = try GeneratedLibrary(photos: 4)
        let program = library.program
        let model = try PublishedModel.folder("hub-clip").display
        let settings = [["library", "~/my photos"], ["model", model], ["without", "text"], ["search.top", "2"]]
        for words in settings {
            #expect(try await program.run("exec", ["config", "set"] + words).code == 0)
        }
        #expect(try await program.run("config").lines == settings.map { $0.joined(separator: "\t") })
        #expect(try await program.run("index", library.photos.path.display).code == 0)
        #expect(FileSystem.isFile(program.home.path.appending("my photos/library.sqlite")))
        #expect(try await program.run("search", "--paths", "sort:name").lines.count == 2)
        #expect(try await program.run("search", "--paths", "--top", "4", "sort:name").lines.count == 4, "flags win")
        #expect(try await library.run("search", "--paths", "sort:name").code == 1, "so does the environment")
        #expect(try await program.run("config", "unset", "search.top").code == 0)
        #expect(try await program.run("search", "--paths", "sort:name").lines.count == 4)
        let nobodys = try await program.run("config", "set", "search.trash", "true")
        #expect(nobodys.code == 64, "\(nobodys.errors)")
    }

    @Test func whatIsForgottenIsNotFound() async throws {
        let library = try GeneratedLibrary(photos: 2)
        try library.photos.write("in/a.png", TestPicture.png(3))
        #expect(try await library.index().code == 0)
        let folder = library.photos.path.appending("in")
        let listed = try await library.run("library", "forget", "--dry-run", folder.display)
        #expect(listed.code == 0 && listed.names == ["a.png"], "\(listed.errors)")
        let refused = try await library.run("library", "forget", folder.display)
        #expect(refused.code == 64 && refused.errors.contains("Forget 1 photo?"), "\(refused.errors)")
        let inner = try await library.run("library", "forget", "--yes", folder.display)
        #expect(inner.errors.contains("Forgot 1 photo ") && inner.errors.contains("adds it again"), "\(inner.errors)")
        #expect(try await library.found("sort:name") == ["000.png", "001.png"])
        #expect(FileSystem.isFile(library.photos.path.appending("in/a.png")))
        let root = try await library.run(
            "library", "forget", "--yes", "/no/such/photo.jpg", library.photos.path.display)
        #expect(root.code == 3 && root.errors.contains("'/no/such/photo.jpg'"), "\(root.errors)")
        #expect(root.errors.contains("Forgot 2 photos ") && root.errors.contains("No longer indexed"))
        let nothing = try await library.run("index")
        #expect(nothing.code == 64 && nothing.errors.contains("no folders yet"), "\(nothing.errors)")
    }

    /// Exit codes, and which stream says what: what each command refuses is tested with the commands.
    @Test func resultsAndMistakesGoTheirWays() async throws {
        let program = Program()
        for words in [["--version"], ["help", "search"], ["models", "download", "x", "-h"], ["completions", "zsh"]] {
            let outcome = try await program.run("exec", words)
            #expect(outcome.code == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty, "\(words)")
        }
        for (words, message) in [
            ([], "Usage"), (["serch", "x"], "Did you mean 'search'?"), (["library", "status", "x"], "takes no"),
            (["serve", "--port", "x"], "--port"),
        ] {
            let outcome = try await program.run("exec", words)
            #expect(outcome.code == 64 && outcome.output.isEmpty && outcome.errors.contains(message), "\(words)")
        }
        let nothing = try await program.run("search", "x")
        #expect(nothing.code == 1 && nothing.errors.contains("evoke index"), "\(nothing.errors)")
    }
}
