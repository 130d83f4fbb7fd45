import EvokeValues
import EvokeWorkers

/// Keeps a second process from what one alone may do, for as long as its connection lasts.
final class PostgresLock: CatalogLock {
    /// Nil once it is given back.
    private let held: Locked<Held?>

    // Sendable because nothing is asked of it any more but to let go, by whoever has it last.
    private final class Held: @unchecked Sendable {
        private let connection: Connection

        init(_ connection: Connection) { self.connection = connection }

        /// The server notices only later that a connection has gone, and keeps the next one out until then.
        deinit { _ = try? connection.rows("SELECT pg_advisory_unlock_all()") }
    }

    /// To write to the library.
    init(_ address: PostgresAddress) throws(EvokeError) {
        let connection = try Connection(to: address)
        // The library need not be there yet, so it goes by its name.
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
                remedy: "Wait until it has finished; searching works meanwhile.")
        }
        held = Locked(Held(connection))
    }

    /// To fill a copy of a model's vectors; nil where another process does so.
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
