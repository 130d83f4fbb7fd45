import EvokeCatalog
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

@testable import CatalogSQLite

/// What disks, other programs and other people do to a library while it is indexed.
@Suite struct LossTests {
    @Test func aFullDiskIsSearched() async throws {
        let library = try GeneratedLibrary(photos: 8)
        try FileSystem.makeFolder(library.folder)
        let script = FullDisk.script(
            in: library.folder,
            """
            "$0" "$@"; echo "index: $?"
            rm vectors-*
            \(FullDisk.fillWhole)
            (\(FullDisk.limit) "$0" search --library . --all --paths --top 50 "a cat"); echo "search: $?"
            """)
        let outcome = try await library.program.run(script, library.indexing())
        #expect(outcome.lines.contains("index: 0") && outcome.lines.contains("search: 0"), "\(outcome.text)")
        #expect(outcome.lines.filter { $0.hasSuffix(".png") }.count == 8, "\(outcome.text)")
        #expect(outcome.errors.components(separatedBy: "searches compare every photo").count == 2, "\(outcome.errors)")
    }

    @Test func aLockedDatabaseIsWaitedForAndThenNamed() async throws {
        let library = try GeneratedLibrary(photos: 10)
        #expect(try await library.index().code == 0)
        try library.changeAll()
        let other = try await SQLiteCatalog.open(in: library.folder, access: .write)
        try await other.read { try $0.execute("BEGIN IMMEDIATE") }
        let refused = try await library.index()
        #expect(refused.code == 1)
        #expect(
            refused.errors.contains("another process is writing to it") && refused.errors.contains("Try again"),
            "\(refused.errors)")
        #expect(refused.errors.contains(library.folder.display), "\(refused.errors)")

        // One that lets go in time is waited for.
        let watch = FolderWatch(library.folder)
        let patient = try library.program.start(arguments: library.indexing())
        try await watch.follow(patient) { $0.contains("library.sqlite") }
        try await other.read { try $0.execute("ROLLBACK") }
        let outcome = await patient.outcome()
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try await library.recorded().count == 10)
        try await other.close()
        #expect(try await library.check().code == 0)
    }

    @Test func aFolderThatLosesItsPermissionsKeepsItsPhotos() async throws {
        let library = try GeneratedLibrary(photos: 320)
        try Stranger.own(library.program.home.path)
        try Stranger.own(library.photos.path)
        defer { chmod(library.photos.path.display, 0o700) }
        let environment = try Stranger.environment()
        let call = try await halfOfTheCalls(library)
        let stop = try SignalAt(SIGSTOP, call: call)
        func run(_ more: [String: String] = [:]) throws -> RunningProgram {
            try library.program.start(
                "exec \(Stranger.prefix)", arguments: library.indexing(), environment: environment.merging(more) { $1 })
        }
        let first = try run(stop.environment)
        try await stop.wait(for: first)
        chmod(library.photos.path.display, 0o000)
        first.signal(SIGCONT)
        let outcome = await first.outcome()
        #expect(
            outcome.code == 3 && outcome.errors.contains("permission denied"),
            "\(outcome.code) \(outcome.errors.suffix(500))")
        let second = try await run().outcome()
        #expect(second.code == 1 && second.errors.contains("permission denied"), "\(second.errors.suffix(500))")
        let between = try await library.status()
        let (kept, failed) = (between["photos"] as? Int ?? -1, between["failed"] as? Int ?? -1)
        #expect(kept > 0 && failed > 0 && kept + failed == 320, "\(kept) kept, \(failed) failed")
        #expect(try await library.check().code == 0)

        chmod(library.photos.path.display, 0o700)
        let third = try await run().outcome()
        #expect(third.code == 0 && third.errors.contains("\(kept) unchanged"), "\(third.errors)")
        let after = try await library.status()
        #expect(after["photos"] as? Int == 320 && after["failed"] as? Int == 0)
    }

    @Test func aPhotoThatLosesItsPermissionsIsFoundAndListed() async throws {
        let library = try GeneratedLibrary(photos: 4)
        try Stranger.own(library.program.home.path)
        try Stranger.own(library.photos.path)
        let environment = try Stranger.environment()
        func run(_ arguments: [String]) async throws -> Program.Outcome {
            try await library.program.run("exec \(Stranger.prefix)", arguments, environment: environment)
        }
        func listed() async throws -> [String] {
            try await run(["library", "status", "--failed", "--library", library.folder.display]).lines
        }
        #expect(try await run(library.indexing()).code == 0)
        let photo = library.photos.path.appending(GeneratedLibrary.name(2)).display
        chmod(photo, 0o000)
        for _ in 0..<2 {
            let outcome = try await run(library.indexing())
            #expect(outcome.code == 3, "\(outcome.errors)")
            #expect(try await listed() == ["\(photo): permission denied. \(Self.remedy)"])
            #expect(try await library.vectors().count == 4)
        }
        #expect(try await library.check().code == 0)
        chmod(photo, 0o600)
        let outcome = try await run(library.indexing())
        #expect(outcome.code == 0 && outcome.errors.contains("4 unchanged"), "\(outcome.errors)")
        #expect(try await listed().isEmpty)
    }

    private static let remedy = "Change its permissions (chmod, chown), or run as its owner."

    @Test func filesThatShrinkWhileTheyAreReadStopNothing() async throws {
        let library = try GeneratedLibrary(photos: 8)
        let large = Set((0..<8).map { "large-\($0).png" })
        let picture = TestPicture.png(0, width: 1_000, height: 800)
        for name in large { try library.photos.write(name, picture) }
        let watch = FolderWatch(library.photos.path)
        let run = try library.program.start(Self.slowly, arguments: library.indexing())
        // A file that has just been opened loses its end.
        try await watch.follow(run) { opened in
            for name in opened.intersection(large) { truncate(library.photos.path.appending(name).display, 5_000) }
            return opened.count == 16
        }
        let outcome = await run.outcome()
        #expect(outcome.code == 3, "\(outcome.code) \(outcome.errors.suffix(500))")
        #expect(outcome.errors.contains("its end is missing, and only"), "\(outcome.errors.suffix(500))")
        #expect(try await library.check().code == 0)
        // They are what they are now: damaged, and said to be.
        #expect(try await library.index().code == 3)
        let failed = try await library.program.run("library", "status", "--failed", "--library", library.folder.display)
            .lines
        #expect(failed.count == large.count && failed.allSatisfy { $0.contains("large-") }, "\(failed)")
        #expect(try await library.status()["photos"] as? Int == 8)
    }

    @Test func twoIndexAndOneSearchesAtOnce() async throws {
        let library = try GeneratedLibrary(photos: 640)
        // In the middle, the first holds still, and so holds the library.
        let stop = try await SignalAt(SIGSTOP, call: halfOfTheCalls(library))
        let first = try library.program.start(arguments: library.indexing(), environment: stop.environment)
        try await stop.wait(for: first)
        defer { first.signal(SIGCONT) }
        let second = try await library.index()
        #expect(second.code == 1)
        #expect(second.errors.contains("another evoke (process \(first.id)) is writing to it"), "\(second.errors)")
        var found = try await search(library)
        #expect(found >= 64)
        first.signal(SIGCONT)
        while first.isRunning {
            let now = try await search(library)
            #expect(now >= found, "a search finds all that was found before")
            found = now
        }
        #expect(await first.outcome().code == 0)
        #expect(try await search(library) == 640)
        #expect(try await library.index().errors.contains("640 unchanged"))
    }

    /// Whatever a test does to the program comes in time, however busy the machine is.
    private static let slowly = "exec nice -n 19"

    /// Half of what an undisturbed run makes.
    private func halfOfTheCalls(_ library: GeneratedLibrary) async throws -> Int {
        let counting = try SignalAt()
        let undisturbed = library.program.home.path.appending("undisturbed")
        #expect(try await library.index(into: undisturbed, environment: counting.environment).code == 0)
        return try counting.calls / 2
    }

    private func search(_ library: GeneratedLibrary) async throws -> Int {
        let outcome = try await library.program.run(
            "search", "--library", library.folder.display, "--all", "--paths", "--top", "1000", "a cat")
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome.lines.count
    }
}
