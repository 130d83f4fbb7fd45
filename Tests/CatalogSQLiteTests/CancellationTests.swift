import Dispatch
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import CatalogSQLite

/// Statements of those who no longer wait for them.
@Suite struct CancellationTests {
    private let folder = TemporaryFolder()
    private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

    @Test func aStatementEndsWithItsTask() async throws {
        let catalog = try await open()
        try await expectEnd { begun in
            _ = try await catalog.read { connection in
                begun()
                return try connection.integer("\(Self.endless) SELECT count(*) FROM n")
            }
        }
        #expect(try await catalog.roots().isEmpty, "the connection is as good as before")
    }

    @Test func aScanEndsWithItsTask() async throws {
        let catalog = try await open()
        let photos = 4_000
        try await catalog.record((0..<photos).map { Self.photo($0) }, model: .fake)
        let (seen, isCancelled) = (Locked(0), DispatchSemaphore(value: 0))
        let scan = Task {
            _ = try await catalog.scan(.fake) { ids, _ in
                seen.withLock { $0 += ids.count }
                isCancelled.wait()
                isCancelled.signal()
            }
        }
        try await wait(for: "the first rows") { seen.withLock { $0 } > 0 }
        scan.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await scan.value }
        #expect(seen.withLock { $0 } < photos, "the rest was not read")
        try await catalog.scan(.fake) { ids, _ in seen.withLock { $0 += ids.count } }
        #expect(seen.withLock { $0 } > photos)
    }

    @Test(arguments: [true, false]) func aWriteThatIsEndedLeavesNothing(inATransaction: Bool) async throws {
        let catalog = try await open()
        try await catalog.setExclusions(["before"])
        let patterns = "INSERT INTO exclusions(pattern) \(Self.endless) SELECT 'p' || i FROM n"
        try await expectEnd { begun in
            try await catalog.read { connection in
                begun()
                guard inATransaction else { return try connection.statement(patterns).run() }
                try connection.transaction { () throws(EvokeError) in
                    try connection.statement("DELETE FROM exclusions").run()
                    try connection.statement(patterns).run()
                }
            }
        }
        #expect(try await catalog.exclusions() == ["before"])
        try await catalog.setExclusions(["after"])
        try await catalog.close()
        let reader = try await SQLiteCatalog.open(in: folder.path, access: .read)
        #expect(try await reader.exclusions() == ["after"])
        #expect(try await reader.check { _ in }.isInOrder)
    }

    /// Whoever waits behind it is answered, and whoever is cancelled while they wait ends nobody's work.
    @Test func statementsOfOthersGoOn() async throws {
        let catalog = try await open()
        let (begun, go) = (Locked(false), DispatchSemaphore(value: 0))
        let counting = Task {
            try await catalog.read { connection in
                begun.withLock { $0 = true }
                go.wait()
                return try connection.integer(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT count(*) FROM n"
                )
            }
        }
        try await wait(for: "the first call") { begun.withLock { $0 } }
        let waiting = Task { try await catalog.addRoot(DiskPath("/cancelled")) }
        let next = Task { try await catalog.addRoot(DiskPath("/kept")) }
        waiting.cancel()
        go.signal()
        #expect(try await counting.value == 100_000)
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await next.value
        #expect(try await catalog.roots() == [DiskPath("/kept")])
    }

    /// As behind an indexing run of another process.
    @Test func whoWaitsForAnotherWriterIsLetGo() async throws {
        let (writer, other) = (try await open(), try await open())
        let (written, done) = (Locked(false), DispatchSemaphore(value: 0))
        let writing = Task {
            try await writer.read { connection in
                try connection.transaction { () throws(EvokeError) in
                    written.withLock { $0 = true }
                    done.wait()
                }
            }
        }
        try await wait(for: "the transaction") { written.withLock { $0 } }
        try await other.read { $0.patience = .max }
        try await expectEnd { begun in
            try await other.read { connection in
                begun()
                try connection.statement("INSERT INTO roots(path) VALUES(x'2F')").run()
            }
        }
        done.signal()
        try await writing.value
        try await other.addRoot(DiskPath("/later"))
        #expect(try await writer.roots() == [DiskPath("/later")])
    }

    private func open() async throws -> SQLiteCatalog {
        try await SQLiteCatalog.open(in: folder.path, access: .write)
    }

    /// Cancels the call once it has begun.
    private func expectEnd(
        _ call: @escaping @Sendable (_ begun: @escaping @Sendable () -> Void) async throws -> Void
    ) async throws {
        let hasBegun = Locked(false)
        let task = Task { try await call { hasBegun.withLock { $0 = true } } }
        try await wait(for: "the call") { hasBegun.withLock { $0 } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private static func photo(_ number: Int) -> CatalogChange {
        .encoded(
            DiskPath("/photos/\(number).jpg"),
            FileStamp(size: 1, modifiedNanoseconds: 1, inode: UInt64(number)),
            ContentDigest(high: 1, low: UInt64(number)), PixelSize(width: 1, height: 1),
            Embedding(normalizing: [1, 2, 3, 4], fingerprint: ModelID.fake.fingerprint)!)
    }
}
