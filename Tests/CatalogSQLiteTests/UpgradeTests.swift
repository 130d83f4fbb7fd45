import Dispatch
import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import CatalogSQLite

/// What an upgrade tells on its way, and what is left of one that nobody waits for any more.
@Suite struct UpgradeTests {
    private let home = TemporaryFolder()

    @Test(arguments: [CatalogAccess.read, .write]) func tellsHowFarItIs(access: CatalogAccess) async throws {
        let library = try OlderLibrary(in: home)
        let heard = Locked<[UpgradeProgress]>([])
        try await open(library, access) { progress in heard.withLock { $0.append(progress) } }.close()
        let all = heard.withLock { $0 }
        #expect(all.map(\.step).withoutRepetitions == [.copy, .tables, .texts, .checksums, .file, .end])
        let copy = library.folder.appending("library-format\(OlderLibrary.format).sqlite")
        let size = Int(FileSystem.size(of: copy))
        #expect(all.last { $0.step == .copy } == UpgradeProgress(.copy, done: size, total: size))
        let tables = all.filter { $0.step == .tables }
        #expect(tables.map(\.done) == Array(0..<tables[0].total))
        #expect(all.filter { $0.step == .checksums }.map(\.done) == Array(0..<CatalogTable.sealed.count))

        try await open(library, access) { progress in heard.withLock { $0.append(progress) } }.close()
        #expect(heard.withLock { $0.count } == all.count, "there is nothing to tell of a library that is current")
    }

    /// As beside an older Evoke that is writing.
    @Test func tellsAlsoOfACopyThatIsReadInstead() async throws {
        let library = try OlderLibrary(in: home)
        let lock = try LibraryLock(in: library.folder)
        defer { lock.release() }
        let heard = Locked<[UpgradeProgress]>([])
        let catalog = try await open(library, .read) { progress in heard.withLock { $0.append(progress) } }
        let steps = heard.withLock { $0.map(\.step) }.withoutRepetitions
        #expect(steps == [.copy, .tables, .texts, .checksums, .end])
        #expect(try await catalog.summary().photos == 5)
    }

    @Test(arguments: [UpgradeProgress.Step.copy, .tables, .checksums])
    func oneThatIsCancelledLeavesNothing(at step: UpgradeProgress.Step) async throws {
        let library = try OlderLibrary(in: home)
        let file = library.folder.appending(SQLiteCatalog.fileName)
        let before = try tables(of: file)
        try await cancel(library, .write) { $0.step == step }
        #expect(try tables(of: file) == before)
        #expect(try connection(to: file).count("PRAGMA user_version") == OlderLibrary.format)
        let names = try FileSystem.names(in: library.folder).map { String(decoding: $0, as: UTF8.self) }
        #expect(!names.contains { $0.hasPrefix("library-format") }, "\(names)")

        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .read)
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    /// The copy of a large library is not made to its end.
    @Test func theCopyItselfIsEnded() async throws {
        let library = try OlderLibrary(in: home)
        let file = library.folder.appending(SQLiteCatalog.fileName)
        try connection(to: file).execute("INSERT INTO exclusions(pattern) VALUES(hex(zeroblob(12000000)))")
        let heard = try await cancel(library, .write) { $0.step == .copy }
        #expect(heard.map(\.step) == [.copy, .end] && heard[0].done < heard[0].total, "\(heard)")
    }

    /// Neither asks before it is over whether it is wanted.
    @Test(arguments: [false, true]) func whatDoesNotAskIsEndedToo(isCheck: Bool) async throws {
        let catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
        let (hasBegun, isCancelled) = (Locked(false), DispatchSemaphore(value: 0))
        let task = Task {
            try await catalog.read { connection in
                try connection.heedingInterruptions { () throws(EvokeError) in
                    hasBegun.withLock { $0 = true }
                    isCancelled.wait()
                    _ = try connection.statement(isCheck ? "PRAGMA integrity_check" : "SELECT 1").step()
                }
            }
        }
        try await wait(for: "the call") { hasBegun.withLock { $0 } }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await catalog.check { _ in }.isInOrder, "and others are not ended with it")
    }

    private func open(
        _ library: OlderLibrary, _ access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> SQLiteCatalog {
        try await SQLiteCatalog.open(in: library.folder, access: access, upgrading: upgrading)
    }

    /// Cancels the upgrade as soon as it tells such a thing, and gives what it told.
    @discardableResult
    private func cancel(
        _ library: OlderLibrary, _ access: CatalogAccess,
        when isReached: @escaping @Sendable (UpgradeProgress) -> Bool
    ) async throws -> [UpgradeProgress] {
        let (heard, isThere, isCancelled) = (Locked<[UpgradeProgress]>([]), Locked(false), DispatchSemaphore(value: 0))
        let task = Task {
            _ = try await open(library, access) { progress in
                heard.withLock { $0.append(progress) }
                guard isReached(progress), isThere.withLock({ !$0 }) else { return }
                isThere.withLock { $0 = true }
                isCancelled.wait()
            }
        }
        try await wait(for: "the step") { isThere.withLock { $0 } }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        return heard.withLock { $0 }
    }

    private func connection(to file: DiskPath) throws -> SQLiteConnection {
        try SQLiteConnection(uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE)
    }

    private func tables(of file: DiskPath) throws -> [String: String] {
        try Schema.tables(of: connection(to: file))
    }
}

extension [UpgradeProgress.Step] {
    fileprivate var withoutRepetitions: [UpgradeProgress.Step] {
        reduce(into: []) { steps, step in
            if steps.last != step { steps.append(step) }
        }
    }
}
