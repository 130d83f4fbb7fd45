import EvokeCSQLite
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import CatalogSQLite

/// The commands, each on a library of each older format.
@Suite struct OlderLibraryTests {
    /// What each command is given, and what it says when it has done its work.
    private static let commands: [(arguments: [String], words: String)] = [
        (["status"], "Photos    "), (["status", "--check"], "in order"), (["status", "--failed"], "nothing.jpg"),
        (["search", "--all", "--paths", "two sails"], "dated.jpg"), (["index"], "4 unchanged"),
        (["forget", "more"], "Forgot 1 photo"),
    ]

    @Test(arguments: OlderLibrary.formats) func everyCommandUpgradesIt(format: Int) async throws {
        for (arguments, words) in Self.commands {
            let (library, program) = try await library(of: format)
            let outcome = try await program.run("exec", self.arguments(arguments, library))
            // One of the photos cannot be read.
            #expect(outcome.code == (arguments == ["index"] ? 3 : 0), "\(arguments): \(outcome.errors)")
            // From format 4 on there is a vector of the photo without its end.
            let expected = format >= 4 && arguments == ["index"] ? "5 unchanged" : words
            #expect((outcome.text + outcome.errors).contains(expected), "\(outcome.text)\(outcome.errors)")
            let copy = "library-format\(format).sqlite"
            #expect(FileSystem.isFile(library.folder.appending(copy)), "\(arguments)")
            if arguments == ["status"] { #expect(outcome.text.contains("Copy      \(copy)"), "\(outcome.text)") }
        }
    }

    /// A large one takes a minute, and nobody should have to guess why.
    @Test(arguments: [["status"], ["status", "--check"], ["search", "--all", "sails"], ["index"], ["searches"]])
    func aTerminalShowsTheUpgrade(arguments: [String]) async throws {
        let (library, program) = try await library(of: 4)
        let onTerminal = "shown() { script -qec \"$*\" /dev/null; }; shown"
        func run() async throws -> String { try await program.run(onTerminal, self.arguments(arguments, library)).text }
        let first = try await run()
        #expect(first.contains("Upgrading the library, texts: 0 of 6 photos"), "\(first)")
        let second = try await run()
        #expect(!second.contains("Upgrading"), "\(second)")
    }

    @Test(arguments: OlderLibrary.formats) func aServerAndAWatchUpgradeIt(format: Int) async throws {
        let (served, program) = try await library(of: format)
        let server = try await ServedLibrary(program, ["--library", served.folder.display])
        #expect(try await server.get("/api/search?q=two+sails").status == 200)
        #expect(FileSystem.isFile(served.folder.appending("library-format\(format).sqlite")))
        server.signal(SIGTERM)

        let (watched, another) = try await library(of: format)
        let watch = try another.start(arguments: ["watch", "--library", watched.folder.display])
        let copy = watched.folder.appending("library-format\(format).sqlite")
        try await wait(for: "the upgrade") { FileSystem.isFile(copy) || !watch.isRunning }
        watch.interrupt()
        let outcome = await watch.outcome()
        #expect(FileSystem.isFile(copy), "\(outcome.errors)")
    }

    /// Nothing is encoded again for it: only what was not noted then is read.
    @Test func whatWasNotNotedIsFilledIn() async throws {
        let (library, program) = try await library(of: 1)
        func index() async throws -> String {
            try await program.run("index", "--library", library.folder.display).errors
        }
        let first = try await index()
        #expect(first.contains("1 changed, 4 unchanged, 4 described anew"), "\(first)")
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .read)
        #expect(try await catalog.contents().count == 4, "and the copy is known to be one")
        let dated = try #require(try await catalog.photo(at: library.photos.appending("dated.jpg")))
        #expect(try await catalog.facts(of: dated)?.facts.camera != nil)
        let second = try await index()
        #expect(second.contains("5 unchanged") && !second.contains("anew"), "\(second)")
    }

    @Test(arguments: OlderLibrary.formats.filter { $0 < 10 }) func photosGetTheirColours(format: Int) async throws {
        let (library, program) = try await library(of: format)
        func search() async throws -> (without: Int?, errors: String) {
            let outcome = try await program.run(
                "search", "--library", library.folder.display, "--json", "-color:red")
            return (try outcome.objects().first?["without_colors"] as? Int, outcome.errors)
        }
        let before = try await search()
        #expect(before.without == (format < 4 ? 4 : 5), "\(before.errors)")
        #expect(before.errors.contains("have no colours yet"), "\(before.errors)")
        let index = try await program.run("index", "--library", library.folder.display)
        #expect(index.errors.contains("Finding the colours"), "\(index.errors)")
        let after = try await search()
        #expect(after.without == nil && !after.errors.contains("colours"), "\(after.errors)")
    }

    /// A backup on another disk, or a library of somebody else's.
    @Test(arguments: OlderLibrary.formats) func oneThatCannotBeWrittenToIsRead(format: Int) async throws {
        let (library, program) = try await library(of: format)
        let file = library.folder.appending("library.sqlite")
        let before = try FileSystem.read(file)
        let cache = TemporaryFolder()
        let folders = [
            (program.home.path, 0o755), (library.folder, 0o555), (file, 0o444), (cache.path, 0o777),
        ]
        for (path, mode) in folders { _ = path.withCString { chmod($0, mode_t(mode)) } }
        defer { _ = library.folder.withCString { chmod($0, 0o755) } }
        // Root may write anywhere, so root becomes somebody else for this.
        let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
        for (arguments, words) in Self.commands {
            let outcome = try await program.run(
                "exec \(user)", self.arguments(arguments, library), environment: ["XDG_CACHE_HOME": cache.path.display])
            let isRead = arguments[0] != "index" && arguments[0] != "forget"
            #expect(outcome.code == (isRead ? 0 : 1), "\(arguments): \(outcome.errors)")
            let expected = isRead ? words : "permission"
            #expect((outcome.text + outcome.errors).contains(expected), "\(outcome.text)\(outcome.errors)")
        }
        #expect(try FileSystem.read(file) == before)
    }

    /// The library is as it was, and what is needed is said.
    @Test func withoutRoomForTheCopyNothingIsChanged() async throws {
        let (library, program) = try await library(of: 4)
        let file = library.folder.appending("library.sqlite")
        let before = try FileSystem.read(file)
        // Files that cannot grow are what a full disk looks like to a program.
        let full = try await program.run("ulimit -f 100; exec", ["index", "--library", library.folder.display])
        #expect(full.code == 1 && full.errors.contains("full"), "\(full.errors)")
        #expect(try FileSystem.read(file) == before)
        let names = try FileSystem.names(in: library.folder).map { String(decoding: $0, as: UTF8.self) }
        #expect(!names.contains { $0.hasPrefix("library-format") }, "\(names)")
        #expect(try await program.run("index", "--library", library.folder.display).code == 3, "one cannot be read")
    }

    private func arguments(_ arguments: [String], _ library: OlderLibrary) -> [String] {
        let operands = arguments.map { $0 == "more" ? library.photos.appending("more").display : $0 }
        return operands + ["--library", library.folder.display]
    }

    /// Its photos and its model lie where it knows them, and its vectors are of that model as it is today: the way in
    /// which photos are prepared, which the fingerprint names, has changed since, and that is not a matter of formats.
    private func library(of format: Int) async throws -> (OlderLibrary, Program) {
        let program = Program()
        let library = try OlderLibrary(format: format, in: program.home)
        let file = library.folder.appending("library.sqlite")
        let connection = try Connection(uri: Connection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE)
        try await connection.execute(
            "UPDATE models SET fingerprint = '\(Today.fingerprint())';" + library.moving())
        return (library, program)
    }
}

private enum Today {
    private static let indexing = Task {
        let library = try GeneratedLibrary(photos: 1)
        let outcome = try await library.index()
        let models = try await library.status()["models"] as? [[String: Any]]
        return try #require(models?.first?["fingerprint"] as? String, "\(outcome.errors)")
    }

    static func fingerprint() async throws -> String { try await indexing.value }
}
