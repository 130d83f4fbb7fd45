import EvokeCatalog
import EvokeValues
import EvokeWorkers

/// What a transaction that writes is like.
struct WriteTraits: Sendable {
    /// Whether it comes to the same where it is done a second time.
    var isRepeatable = true
    /// Whether nothing else is written meanwhile: it changes what belongs to all photos.
    var isAlone = false
    /// What is recorded in it, with vectors of which model; numbers for what is new are taken before.
    var recording: [CatalogChange] = []
    var model: ModelID?
}

/// Carries the connection to the executor's thread, and makes another where it is lost.
// Sendable because one thread at a time has it, the executor's.
final class Session: @unchecked Sendable {
    private let address: PostgresAddress
    private let access: CatalogAccess
    private let placesFolder: RootPathsFolder?
    private let upgrading: @Sendable (UpgradeProgress) -> Void
    /// What was in that folder when paths began to be translated by it.
    private var places = RootPaths()
    private var connection: Connection?
    private var isClosed = false
    /// The library that was opened: another of that name is another library.
    private var library: Int64?
    /// What conditions are looked for in; nil until somebody asks, and after anything went wrong there.
    var columns: PhotoColumns?

    /// `upgrading` hears of an upgrade that is waited for, also when the connection is made anew later.
    init(
        _ address: PostgresAddress, _ access: CatalogAccess, _ placesFolder: RootPathsFolder?,
        _ cancellation: Cancellation,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) throws(EvokeError) {
        (self.address, self.access, self.placesFolder, self.upgrading) = (address, access, placesFolder, upgrading)
        _ = try current(cancellation)
    }

    func close() {
        (connection, columns, isClosed) = (nil, nil, true)
    }

    // MARK: - Reading

    /// Runs `body`, and once more where the connection was lost, or a standby ended it to take in what its primary has
    /// written, and nothing has come of it yet.
    func read<Result>(
        _ cancellation: Cancellation, isRepeatable: () -> Bool, _ body: (Connection) throws -> Result
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

    private func once<Result>(_ cancellation: Cancellation, _ body: (Connection) throws -> Result) throws -> Result {
        let connection = try current(cancellation)
        connection.hasLostRace = false
        return try connection.granting(cancellation) { try body(connection) }
    }

    private func isStandby(_ cancellation: Cancellation) -> Bool {
        // Whoever cannot be asked is not known to be one, and the error says what happened.
        (try? once(cancellation) { try $0.integer("SELECT 1 WHERE pg_is_in_recovery()") }) != nil
    }

    private func endedByStandby(_ error: EvokeError) -> EvokeError {
        EvokeError(
            .libraryBusy, doing: "read the library", subject: address.display,
            reason: "the standby ended it twice, since it was in the way of what comes from its primary",
            remedies: [
                .advice("Try again in a moment."),
                .advice(
                    "Have the standby wait longer, by its settings max_standby_streaming_delay or "
                        + "hot_standby_feedback."),
            ], cause: error.cause)
    }

    // MARK: - Writing

    /// All of `body` happens, or none of it. Where it came in the way of another writer, it is done again.
    func write<Result>(
        _ cancellation: Cancellation, _ traits: WriteTraits, _ body: (Connection) throws(EvokeError) -> Result
    ) throws -> Result {
        var duplicates = 0
        for _ in 1..<Self.tries {
            do throws(EvokeError) {
                return try surely(cancellation, traits, body)
            } catch {
                guard connection?.hasLostRace == true, cancellation.isAlive else { throw error }
                // Done again, it finds what another has made. What is made twice even so is nobody else's.
                if error.cause?.text.hasPrefix(PostgresFailure.duplicate) == true { duplicates += 1 }
                guard duplicates < Self.mostDuplicates else { throw error }
            }
        }
        return try surely(cancellation, traits, body)
    }

    /// Each time another writer came through.
    private static let tries = 32
    private static let mostDuplicates = 4

    /// Whether it was written is known, also where the connection is lost.
    private func surely<Result>(
        _ cancellation: Cancellation, _ traits: WriteTraits, _ body: (Connection) throws(EvokeError) -> Result
    ) throws(EvokeError) -> Result {
        var (done, lost): ((result: Result, transaction: String)?, EvokeError?)
        do throws(EvokeError) {
            return try transaction(cancellation, traits, body) { done = ($0, $1) }
        } catch {
            guard connection?.isLost == true, cancellation.isAlive else { throw error }
            lost = error
        }
        if let done, let lost {
            // What was written, and whether the server had it when the connection was lost, only the server knows.
            switch try? isWritten(done.transaction, cancellation) {
            case true: return done.result
            case nil where !traits.isRepeatable: throw inDoubt(lost)
            default: break
            }
        }
        return try transaction(cancellation, traits, body) { _, _ in }
    }

    /// - Parameter onCommit: hears what it comes to before that is certain, and the transaction's number.
    private func transaction<Result>(
        _ cancellation: Cancellation, _ traits: WriteTraits, _ body: (Connection) throws(EvokeError) -> Result,
        onCommit: (Result, String) -> Void
    ) throws(EvokeError) -> Result {
        let connection = try current(cancellation)
        return try connection.granting(cancellation) { () throws(EvokeError) in
            connection.changes = Changes()
            connection.hasLostRace = false
            try connection.prepare(for: traits.recording, model: traits.model)
            do throws(EvokeError) {
                try connection.begin(isAlone: traits.isAlone)
                let result = try body(connection)
                let transaction = try connection.recordChanges(Int64.random(in: .min ... .max))
                onCommit(result, transaction)
                try connection.execute("COMMIT")
                return result
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    /// Whether the server has that transaction, which was about to be committed.
    private func isWritten(_ transaction: String, _ cancellation: Cancellation) throws(EvokeError) -> Bool {
        let connection = try current(cancellation)
        // It holds the library's row until it has ended.
        try connection.rows("SELECT 1 FROM evoke.libraries WHERE library = $1 FOR NO KEY UPDATE")
        return try connection.integer(
            "SELECT 1 FROM evoke.libraries WHERE library = $1 AND pg_xact_status($2::xid8) = 'committed'", transaction)
            != nil
    }

    private func inDoubt(_ lost: EvokeError) -> EvokeError {
        EvokeError(
            .libraryUnavailable, doing: "write to the library", subject: address.display,
            reason: "the connection was lost while it was written, and nobody knows whether it was (\(lost.reason))",
            remedies: [.advice("Look whether it was, and do it again if not.")], cause: lost.cause)
    }

    // MARK: - The connection

    /// What is open, with the places that roots have now.
    private func current(_ cancellation: Cancellation) throws(EvokeError) -> Connection {
        let before = connection
        let connection = try opened(cancellation)
        let now = placesFolder?.read() ?? RootPaths()
        guard connection !== before || now != places else { return connection }
        connection.places = now.roots.isEmpty ? now : now.active(among: try connection.keptRoots())
        (places, columns) = (now, now == places ? columns : nil)
        return connection
    }

    /// What is open. One that was lost is made anew.
    private func opened(_ cancellation: Cancellation) throws(EvokeError) -> Connection {
        guard !isClosed else { throw .libraryIsClosed }
        if let connection, !connection.isLost { return connection }
        connection = nil
        let new = try Connection(to: address)
        new.library = try new.granting(cancellation) { () throws(EvokeError) in
            switch access {
            case .read:
                try new.execute("SET default_transaction_read_only = on")
                try Schema.check(new)
            case .write: try Schema.prepare(new, upgrading)
            }
            return try number(by: new)
        }
        (library, connection) = (new.library, new)
        return new
    }

    private func number(by connection: Connection) throws(EvokeError) -> Int64 {
        var found = try connection.number(of: address.library)
        if found == nil, library == nil, access == .write {
            try connection.makeLibrary(address.library)
            found = try connection.number(of: address.library)
        }
        guard let found, library == nil || library == found else { throw Schema.noLibrary(at: address) }
        return found
    }
}

extension Connection {
    /// Any number of transactions are side by side, but for those that want to be alone.
    fileprivate func begin(isAlone: Bool) throws(EvokeError) {
        let lock = isAlone ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        try execute("BEGIN; SELECT \(lock)(\(Self.writing), hashint8(\(library)))")
    }

    /// "Evok", for whoever writes to a library.
    private static let writing = 0x4576_6F6B

    /// What came in the way of another transaction, as PostgreSQL would say it.
    func raceLost() -> EvokeError {
        hasLostRace = true
        let words = "another process recorded the same photos at the same time"
        return .postgres(PostgresFailure(state: "40001", words: words), doing: "use the library", at: address)
    }

    /// Nil where there is none that the user may read.
    func number(of library: String) throws(EvokeError) -> Int64? {
        try integer("SELECT library FROM evoke.libraries WHERE name = $2", library)
    }

    /// Where another process makes it at the same time, one of them does.
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
