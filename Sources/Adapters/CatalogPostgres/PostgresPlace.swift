import EvokeCatalog
package import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// A library in a database, identified by its address.
package struct PostgresPlace: CatalogPlace {
    let address: DiskPath
    private let folder: DiskPath
    private let placesFolder: RootPathsFolder

    /// Whether it is a database address.
    package static func isAddress(_ address: DiskPath) -> Bool { PostgresAddress.isOne(address.bytes) }

    /// The address as it may be displayed: without a password, which does not belong there.
    package static func display(_ address: DiskPath) -> DiskPath {
        DiskPath(PostgresAddress.withoutSecrets(String(decoding: address.bytes, as: UTF8.self)))
    }

    /// - Parameters:
    ///   - folder: where this machine stores data derived from the library.
    ///   - roots: where this machine stores the folders of named roots.
    package init(_ address: DiskPath, folder: DiskPath, roots: DiskPath) {
        (self.address, self.folder, placesFolder) = (address, folder, RootPathsFolder(path: roots))
    }

    /// The upgrade of a database reports no progress, only that this process waits for another one's.
    package func open(
        _ access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any PhotoCatalog {
        try await opened(access, upgrading)
    }

    package func openToCopy(
        _ access: CatalogAccess, namingRoots: Bool, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any CopyableCatalog {
        try await opened(access, upgrading, copiesNames: namingRoots)
    }

    package var namesRoots: Bool { true }

    private func opened(
        _ access: CatalogAccess, _ upgrading: @escaping @Sendable (UpgradeProgress) -> Void, copiesNames: Bool = true
    ) async throws -> PostgresCatalog {
        let catalog = try await PostgresCatalog.open(
            PostgresAddress(address), access: access, placesFolder: placesFolder, copiesNames: copiesNames,
            upgrading: upgrading)
        try FileSystem.makeFolder(folder, isPrivate: true)
        return catalog
    }

    /// Searches a model's vectors in the database, and fills copies of them.
    package func vectors(of model: ModelID) throws(EvokeError) -> any VectorSource {
        PostgresVectors(try PostgresAddress(address), model: model)
    }

    package func openBesideWriter() async throws -> any PhotoCatalog {
        // Opened for reading first, which fails on another format; opening for writing would upgrade it.
        try await open(.read) { _ in }.close()
        return try await open(.write) { _ in }
    }

    package func lock() async throws -> any CatalogLock {
        let address = try PostgresAddress(address)
        return try await BlockingExecutor(width: 1).run { () throws(EvokeError) in try PostgresLock(address) }
    }

    package func isThere() async -> Bool? {
        do { return try await known() != nil } catch { return nil }
    }

    package func state() async throws -> CatalogState { placed(try await known()) }

    /// With the current folders of roots on this machine.
    func placed(_ state: LibraryState?) -> CatalogState {
        CatalogState(PlacedState(state: state, places: placesFolder.read()))
    }

    /// A library that was deleted and created again is another one; anything else is followed.
    package func continues(
        _ now: CatalogState, after earlier: CatalogState, whileWriting isWriting: Bool
    ) -> Bool {
        guard let now = now.known as? PlacedState, let earlier = earlier.known as? PlacedState, let library = now.state,
            let before = earlier.state
        else { return false }
        return library.library == before.library && library.token == before.token
    }

    package func check(_ now: CatalogState, after earlier: CatalogState) async throws {
        guard let now = now.known as? PlacedState, now.state == nil else { return }
        throw EvokeError(
            .libraryUnavailable, doing: "use the library", subject: PostgresPlace.display(address).display,
            reason: "it is no longer there",
            remedy: "Restore it, and the server resumes. To begin a new library, restart the server.")
    }

    /// The size of the whole database: the server does not know the share of each library.
    package func bytes() async throws -> Int64 {
        try await watcher().ask { connection throws(EvokeError) in
            try connection.nativeInteger(
                """
                SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
                WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'evoke') AND c.relkind = 'r'
                """) ?? 0
        }
    }

    package func copies() -> [DiskPath] { [] }

    package var privateNames: [String] { [] }

    private func known() async throws -> LibraryState? {
        let address = try PostgresAddress(address)
        return try await watcher().ask { connection throws(EvokeError) in
            try LibraryState(of: address.library, connection)
        }
    }

    private func watcher() throws(EvokeError) -> Watcher { Watcher.of(try PostgresAddress(address)) }
}

extension PostgresPlace: CatalogNotifying {
    package func tell(
        lookingEvery pause: Duration, _ hear: @Sendable (CatalogHeard) async throws -> Void
    ) async {
        let (cancellation, executor) = (Cancellation(), BlockingExecutor(width: 1))
        await withTaskCancellationHandler {
            var (pauses, known) = (GrowingPauses(), ContinuousClock.now)
            while !Task.isCancelled {
                do {
                    let listener = try await executor.run { [address] in
                        try Listener(PostgresAddress(address), cancellation)
                    }
                    try await tell(of: listener, on: executor, pause, known: &known) { heard in
                        try await hear(heard)
                        pauses = GrowingPauses()
                    }
                } catch {
                    // If the receiver is gone, the next round notices.
                    try? await hear(.lost(since: known))
                    try? await Task.sleep(for: pauses.next())
                }
            }
        } onCancel: {
            cancellation.end()
        }
    }

    package func placed(_ told: CatalogState) -> CatalogState {
        guard let told = told.known as? PlacedState else { return told }
        return placed(told.state)
    }

    /// Runs until the library is replaced or the connection is lost.
    ///
    /// - Parameter known: the time up to which all changes were reported.
    private func tell(
        of listener: Listener, on executor: BlockingExecutor, _ pause: Duration,
        known: inout ContinuousClock.Instant, _ hear: (CatalogHeard) async throws -> Void
    ) async throws {
        var told: LibraryState??
        while !Task.isCancelled {
            let begun = ContinuousClock.now
            let (state, isHeard) = try await executor.run {
                let state = try listener.state()
                return (state, try listener.hears(of: state))
            }
            guard isHeard else {
                try await hear(.state(placed(state), since: known, isOfStandby: listener.isOfStandby))
                return
            }
            if told != .some(state) {
                try await hear(.state(placed(state), since: known, isOfStandby: listener.isOfStandby))
                told = state
            }
            known = begun
            // More may have been written while the last report was handled.
            var hasHeard = try await executor.run { try listener.hearsOfChange(within: .zero) }
            if !hasHeard {
                try await hear(.nothingMore)
                // Until a notification arrives or the connection is lost, there was nothing to report.
                defer { if hasHeard || listener.isLost { known = .now } }
                hasHeard = try await executor.run { try listener.hearsOfChange(within: pause) }
            }
        }
    }
}

/// Growing pauses between failed tries, varied so that many processes do not retry at once.
private struct GrowingPauses {
    private var most = Duration.milliseconds(250)

    private static let longest = Duration.seconds(10)

    mutating func next() -> Duration {
        defer { most = min(most * 2, Self.longest) }
        return most * Double.random(in: 0.5...1)
    }
}

/// Keeps other processes from what only one may do, for as long as its connection lasts.
final class PostgresLock: CatalogLock {
    /// Nil once released.
    private let held: Locked<Held?>

    // Sendable because it is only ever used to release the lock, by its last owner.
    private final class Held: @unchecked Sendable {
        private let connection: PostgresConnection

        init(_ connection: PostgresConnection) { self.connection = connection }

        /// Without this, the server would keep the lock until it notices that the connection is closed.
        deinit { _ = try? connection.rows("SELECT pg_advisory_unlock_all()") }
    }

    /// The lock of the library's writer.
    init(_ address: PostgresAddress) throws(EvokeError) {
        let connection = try PostgresConnection(to: address)
        // By name, since the library may not exist yet.
        let key = "hashtextextended('evoke ' || $2, 0)"
        guard try connection.nativeInteger("SELECT pg_try_advisory_lock(\(key))", address.library) == 1 else {
            let holder = try connection.rows(
                """
                SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
                    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    AND (l.classid::bigint << 32 | l.objid::bigint) = \(key)
                """, address.library
            ).first?.text(0)
            throw EvokeError(
                .libraryBusy, doing: "write to the library", subject: address.display,
                reason: "another process\(holder.map { " (\($0))" } ?? "") is writing to it",
                remedy: "Wait until it has finished. Searching works in the meantime.")
        }
        held = Locked(Held(connection))
    }

    /// The lock for filling a copy of a model's vectors; nil if another process holds it.
    init?(_ address: PostgresAddress, toFillCopyOf model: ModelID) throws(EvokeError) {
        let connection = try PostgresConnection(to: address)
        let key = "hashtextextended('evoke copy ' || $3 || ' ' || $2, 0)"
        guard
            try connection.nativeInteger("SELECT pg_try_advisory_lock(\(key))", address.library, model.fingerprint) == 1
        else { return nil }
        held = Locked(Held(connection))
    }

    func release() {
        held.withLock { $0 = nil }
    }
}
