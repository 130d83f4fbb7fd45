import EvokeValues
import EvokeWorkers

/// Keeps other processes from what only one may do, for as long as its connection lasts.
final class PostgresLock: CatalogLock {
    /// Nil once released.
    private let held: Locked<Held?>

    // Sendable because it is only ever used to release the lock, by its last owner.
    private final class Held: @unchecked Sendable {
        private let connection: Connection

        init(_ connection: Connection) { self.connection = connection }

        /// Without this, the server would keep the lock until it notices that the connection is closed.
        deinit { _ = try? connection.rows("SELECT pg_advisory_unlock_all()") }
    }

    /// The lock of the library's writer.
    init(_ address: PostgresAddress) throws(EvokeError) {
        let connection = try Connection(to: address)
        // By name, since the library may not exist yet.
        let key = "hashtextextended('evoke ' || $2, 0)"
        guard try connection.integer("SELECT pg_try_advisory_lock(\(key))", address.library) == 1 else {
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
        let connection = try Connection(to: address)
        let key = "hashtextextended('evoke copy ' || $3 || ' ' || $2, 0)"
        guard
            try connection.integer("SELECT pg_try_advisory_lock(\(key))", address.library, model.fingerprint) == 1
        else { return nil }
        held = Locked(Held(connection))
    }

    func release() {
        held.withLock { $0 = nil }
    }
}
