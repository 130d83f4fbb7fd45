import EvokeCatalog
import EvokePorts
import EvokeValues
import EvokeWorkers

/// Owns a connection, and replaces it when it is lost.
// Sendable because only the executor's thread uses it.
final class Session: @unchecked Sendable {
    private let address: PostgresAddress
    private let access: CatalogAccess
    private let placesFolder: RootPathsFolder?
    private let upgrading: @Sendable (UpgradeProgress) -> Void
    /// The folders of named roots that paths are translated with.
    private var places = RootPaths()
    private var connection: PostgresConnection?
    private var isClosed = false
    /// The library that was opened: a new one of the same name is another library.
    private var library: Int64?
    /// The columns that conditions are evaluated on; nil until first used, and after an error.
    var columns: PhotoColumns?

    /// `upgrading` tells when it waits for an upgrade, even on a later reconnection.
    init(
        _ address: PostgresAddress, _ access: CatalogAccess, _ placesFolder: RootPathsFolder?,
        _ cancellation: Cancellation, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) throws(EvokeError) {
        (self.address, self.access, self.placesFolder, self.upgrading) = (address, access, placesFolder, upgrading)
        _ = try current(cancellation)
    }

    func close() {
        (connection, columns, isClosed) = (nil, nil, true)
    }

    // MARK: - Reading

    /// Runs `body`, and once more if the connection was lost, or if a standby canceled it to apply changes of its
    /// primary, and nothing was delivered yet.
    func read<Result>(
        _ cancellation: Cancellation, isRepeatable: () -> Bool, _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
        do {
            return try once(cancellation, body)
        } catch  where connection?.isLost == true && cancellation.isAlive && isRepeatable() {
            return try once(cancellation, body)
        } catch  where connection?.hasLostRace == true && cancellation.isAlive && isRepeatable() {
            do {
                return try once(cancellation, body)
            } catch let error as EvokeError where connection?.hasLostRace == true && isStandby(cancellation) {
                throw endedByStandby(error)
            }
        }
    }

    private func once<Result>(_ cancellation: Cancellation, _ body: (PostgresConnection) throws -> Result) throws
        -> Result
    {
        let connection = try current(cancellation)
        connection.hasLostRace = false
        return try connection.granting(cancellation) { try body(connection) }
    }

    private func isStandby(_ cancellation: Cancellation) -> Bool {
        // If the server cannot be asked, it does not count as a standby; the original error says what happened.
        (try? once(cancellation) { try $0.isOfStandby() }) ?? false
    }

    private func endedByStandby(_ error: EvokeError) -> EvokeError {
        EvokeError(
            .libraryBusy, doing: "read the library", subject: address.display,
            reason: "the standby canceled it twice, because it conflicted with changes from the primary",
            remedies: [
                .advice("Try again in a moment."),
                .advice(
                    "Let the standby wait longer, with its settings max_standby_streaming_delay or "
                        + "hot_standby_feedback."),
            ], cause: error.cause)
    }

    // MARK: - Writing

    /// All of `body` takes effect, or none of it. On a conflict with another writer, it is repeated.
    func write<Result>(
        _ cancellation: Cancellation, _ traits: WriteTraits, _ body: (PostgresConnection) throws(EvokeError) -> Result
    ) throws -> Result {
        var duplicates = 0
        for _ in 1..<Self.tries {
            do throws(EvokeError) {
                return try surely(cancellation, traits, body)
            } catch {
                guard connection?.hasLostRace == true, cancellation.isAlive else { throw error }
                // A retry finds the row that another writer made. If it is still a duplicate, no other writer is the
                // cause.
                if error.cause?.text.hasPrefix(PostgresFailure.duplicate) == true { duplicates += 1 }
                guard duplicates < Self.mostDuplicates else { throw error }
            }
        }
        return try surely(cancellation, traits, body)
    }

    /// Each failed try means that another writer succeeded.
    private static let tries = 32
    private static let mostDuplicates = 4

    /// Reports reliably whether it was committed, even if the connection is lost.
    private func surely<Result>(
        _ cancellation: Cancellation, _ traits: WriteTraits, _ body: (PostgresConnection) throws(EvokeError) -> Result
    ) throws(EvokeError) -> Result {
        var (done, lost): ((result: Result, transaction: String)?, EvokeError?)
        do throws(EvokeError) {
            return try transaction(cancellation, traits, body) { done = ($0, $1) }
        } catch {
            guard connection?.isLost == true, cancellation.isAlive else { throw error }
            lost = error
        }
        if let done, let lost {
            // If the connection is lost during the commit, only the server knows the outcome.
            switch try? isWritten(done.transaction, cancellation) {
            case true: return done.result
            case nil where !traits.isRepeatable: throw inDoubt(lost)
            default: break
            }
        }
        return try transaction(cancellation, traits, body) { _, _ in }
    }

    /// - Parameter onCommit: called with the result and the transaction's ID, before the commit is certain.
    private func transaction<Result>(
        _ cancellation: Cancellation, _ traits: WriteTraits, _ body: (PostgresConnection) throws(EvokeError) -> Result,
        onCommit: (Result, String) -> Void
    ) throws(EvokeError) -> Result {
        let connection = try current(cancellation)
        return try connection.granting(cancellation) { () throws(EvokeError) in
            connection.changes = CatalogChanges()
            connection.hasLostRace = false
            try connection.prepare(for: traits.recording, model: traits.model)
            do throws(EvokeError) {
                try connection.begin(isAlone: traits.isAlone)
                let result = try body(connection)
                let transaction = try connection.recordChanges()
                onCommit(result, transaction)
                try connection.execute("COMMIT")
                return result
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    /// Whether the server committed that transaction.
    private func isWritten(_ transaction: String, _ cancellation: Cancellation) throws(EvokeError) -> Bool {
        let connection = try current(cancellation)
        // Waits for the transaction to end, since it holds the lock on the library's row.
        try connection.rows("SELECT 1 FROM evoke.libraries WHERE library = $1 FOR NO KEY UPDATE")
        return try connection.nativeInteger(
            "SELECT 1 FROM evoke.libraries WHERE library = $1 AND pg_xact_status($2::xid8) = 'committed'", transaction)
            != nil
    }

    private func inDoubt(_ lost: EvokeError) -> EvokeError {
        EvokeError(
            .libraryUnavailable, doing: "write to the library", subject: address.display,
            reason: "the connection was lost during the commit, so the changes may be lost (\(lost.reason))",
            remedies: [.advice("Check whether they were saved, and repeat them if not.")], cause: lost.cause)
    }

    // MARK: - The connection

    /// The open connection, with the current folders of roots.
    private func current(_ cancellation: Cancellation) throws(EvokeError) -> PostgresConnection {
        let before = connection
        let connection = try opened(cancellation)
        let now = placesFolder?.read() ?? RootPaths()
        guard connection !== before || now != places else { return connection }
        connection.places = now.roots.isEmpty ? now : now.active(among: try connection.keptRoots())
        (places, columns) = (now, now == places ? columns : nil)
        return connection
    }

    /// The open connection, or a new one if it was lost.
    private func opened(_ cancellation: Cancellation) throws(EvokeError) -> PostgresConnection {
        guard !isClosed else { throw .libraryIsClosed }
        if let connection, !connection.isLost { return connection }
        connection = nil
        let new = try PostgresConnection(to: address)
        new.library = try new.granting(cancellation) { () throws(EvokeError) in
            switch access {
            case .read:
                try Schema.check(new, upgrading)
                try new.execute("SET default_transaction_read_only = on")
            case .write: try Schema.prepare(new, upgrading)
            }
            return try number(by: new)
        }
        (library, connection) = (new.library, new)
        return new
    }

    private func number(by connection: PostgresConnection) throws(EvokeError) -> Int64 {
        var found = try connection.number(of: address.library)
        if found == nil, library == nil, access == .write {
            try connection.makeLibrary(address.library)
            found = try connection.number(of: address.library)
        }
        guard let found, library == nil || library == found else { throw Schema.noLibrary(at: address) }
        return found
    }
}

extension PostgresConnection {
    /// Begins a transaction alongside others, or alone if asked to.
    fileprivate func begin(isAlone: Bool) throws(EvokeError) {
        let lock = isAlone ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        try execute("BEGIN; SELECT \(lock)(\(Self.writing), hashint8(\(library)))")
    }

    /// "Evok": the advisory lock of writers.
    private static let writing = 0x4576_6F6B

    /// A conflict with another transaction, in the form in which PostgreSQL reports one.
    func raceLost() -> EvokeError {
        hasLostRace = true
        let words = "another process recorded the same photos at the same time"
        return .postgres(PostgresFailure(state: "40001", words: words), doing: "use the library", at: address)
    }

    func isOfStandby() throws(EvokeError) -> Bool { try nativeInteger("SELECT pg_is_in_recovery()") == 1 }

    /// Nil if there is no such library that the user may read.
    func number(of library: String) throws(EvokeError) -> Int64? {
        try nativeInteger("SELECT library FROM evoke.libraries WHERE name = $2", library)
    }

    /// If another process creates it at the same time, only one succeeds, and both use it.
    fileprivate func makeLibrary(_ name: String) throws(EvokeError) {
        func token() -> Int64 { Int64.random(in: .min ... .max) }
        try rows(
            """
            WITH made AS (
                INSERT INTO evoke.libraries(name, token, vector_change, vector_token, photo_change, photo_token)
                VALUES($2, $3, 1, $4, 1, $5) ON CONFLICT DO NOTHING RETURNING library
            ), numbers AS (
                INSERT INTO evoke.numbers(library, kind, last)
                SELECT library, kind, 0 FROM made, unnest(ARRAY['photo', 'folder', 'model']) AS kind
            ), vectors AS (
                INSERT INTO evoke.vector_changes(library, number, token) SELECT library, 1, $4 FROM made
            )
            INSERT INTO evoke.photo_changes(library, number, token) SELECT library, 1, $5 FROM made
            """, name, token(), token(), token())
    }
}

/// A few connections to one library, for concurrent readers. They are opened when first needed.
final class SessionPool: Sendable {
    private static let most = 4

    let address: PostgresAddress
    private let executor = BlockingExecutor(width: most)
    private let free = Locked<[Session]>([])

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Runs `body` with exclusive use of a connection. If the task is canceled, its statements are interrupted. If
    /// the connection is lost, it runs once more.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [address, free] cancellation in
            let session = try free.withLock { $0.popLast() } ?? Session(address, .read, nil, cancellation)
            defer { free.withLock { $0.append(session) } }
            return try session.read(cancellation, isRepeatable: { true }, body)
        }
    }

    /// Like `read`, with a separate connection that may change the tables.
    func alone<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [address] cancellation in
            let connection = try PostgresConnection(to: address)
            return try connection.granting(cancellation) { try body(connection) }
        }
    }
}
