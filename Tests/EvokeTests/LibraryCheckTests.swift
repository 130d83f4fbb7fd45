import Evoke
import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Testing

@testable import CatalogSQLite

/// What a check finds, and what the next run makes of it.
@Suite struct LibraryCheckTests {
    private let small = SmallLibrary()

    private static let changes = [
        "UPDATE vectors SET half_floats = (SELECT half_floats FROM vectors v WHERE v.photo = 1) WHERE photo = 2",
        "UPDATE photos SET width = 7 WHERE photo = 2", "UPDATE photos SET modified = 7 WHERE photo = 2",
        "UPDATE photos SET name = CAST('rad.bmp' AS BLOB) WHERE photo = 1",
        "UPDATE metadata SET orientation = 7 WHERE photo = 1", "UPDATE metadata SET photo = 99 WHERE photo = 1",
        "UPDATE folders SET path = CAST('/elsewhere' AS BLOB)", "UPDATE roots SET path = CAST('/elsewhere' AS BLOB)",
        "UPDATE roots SET checksum = 7", "UPDATE models SET name = 'tony'", "UPDATE models SET dimensions = 5",
        "UPDATE models SET fingerprint = 'x' || substr(fingerprint, 2)", "UPDATE models SET fingerprint = 'another'",
        "INSERT INTO settings(name, value) VALUES('modem', 'tiny')",
        "INSERT INTO exclusions(pattern) VALUES('red.bmp')", "UPDATE vector_changes SET token = 7",
        "DELETE FROM sqlite_sequence",
    ]

    @Test func whatIsWrongIsPutRightByTheNextRun() async throws {
        try await small.indexed().close()
        let (library, intact) = (small.configuration.library.display, small.folder.path.appending("intact").display)
        try FileManager.default.copyItem(atPath: library, toPath: intact)
        for sql in Self.changes {
            try behindItsBack { try $0.execute(sql) }
            let check = try await small.configuration.opened().check()
            #expect(!check.isInOrder && check.isLeftToTheNextRun, "\(sql)")
            try await index([small.photos])
            let again = try await small.configuration.opened().check()
            #expect(again.isInOrder, "\(sql): \(again.faults)")
            let summary = try await small.configuration.opened().status().summary
            #expect(summary.photos == 3 && summary.missing == 0 && summary.roots == [small.photos], "\(sql)")
            try FileManager.default.removeItem(atPath: library)
            try FileManager.default.copyItem(atPath: intact, toPath: library)
        }
    }

    /// A photo of a disk that is not connected waits for it.
    @Test func whatIsNotThereIsKept() async throws {
        try await small.indexed().close()
        try behindItsBack { try $0.execute("UPDATE photos SET width = 7 WHERE photo = 2") }
        #expect(try await small.configuration.opened().check().isLeftToTheNextRun)
        try small.folder.move("photos", to: "away")
        try await index()
        #expect(try await small.configuration.opened().status().summary.photos == 3)
        try small.folder.move("away", to: "photos")
        try await index()
        #expect(try await small.configuration.opened().check().isInOrder)
    }

    @Test func photosAreReadWhereThatIsAskedFor() async throws {
        try await small.indexed().close()
        let whole = try await small.configuration.opened().check(readingPhotos: true)
        #expect(whole.isInOrder && whole.counts[.files] == 3 && whole.remarkCount == 0)
        // As if the file had been another when it was indexed.
        let catalog = try await SQLiteCatalog.open(in: small.configuration.library, access: .write)
        let red = try #require(try await catalog.photo(at: small.red))
        try await catalog.read {
            try $0.execute("UPDATE photos SET content = zeroblob(16) WHERE photo = \(red.value)")
        }
        try await catalog.close()
        try small.folder.write("photos/green.bmp", bitmap(0, 200, 0) + [0])
        small.folder.remove("photos/blue.bmp")

        #expect(try await small.configuration.opened().check().isInOrder)
        let check = try await small.configuration.opened().check(readingPhotos: true)
        #expect(check.faultCount == 1 && check.faults.first?.part == .files && check.counts[.files] == 1)
        #expect(check.faults.first?.words.contains("red.bmp") == true && check.isLeftToTheNextRun)
        for (name, word) in [("green.bmp", "changed"), ("blue.bmp", "gone")] {
            #expect(check.remarks.contains { $0.contains(name) && $0.contains(word) }, "\(check.remarks)")
        }
        try await index()
        let again = try await small.configuration.opened().check(readingPhotos: true)
        #expect(again.isInOrder && again.remarkCount == 0, "\(again.faults) \(again.remarks)")
    }

    @Test func aCancelledCheckEnds() async throws {
        try await small.indexed().close()
        let configuration = small.configuration
        let check = Locked<Task<CheckReport, any Error>?>(nil)
        let task = Task {
            try await wait(for: "the test") { check.withLock { $0 != nil } }
            return try await configuration.opened().check(readingPhotos: true) { progress in
                if progress.part == .files { check.withLock { $0?.cancel() } }
            }
        }
        check.withLock { $0 = task }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private func index(_ photos: [DiskPath] = []) async throws {
        let library = try await PhotoLibrary.open(small.configuration, access: .write)
        _ = try await library.index(photos) { _ in }
        if !photos.isEmpty { #expect(try await library.similar(to: small.red, limit: 5).count == 2) }
        try await library.close()
    }

    /// By a connection that knows nothing of checksums.
    private func behindItsBack(_ change: (SQLiteConnection) throws -> Void) throws {
        let file = small.configuration.library.appending(SQLiteCatalog.fileName)
        try change(SQLiteConnection(uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE))
    }
}
