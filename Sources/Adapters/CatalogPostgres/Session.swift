import EvokePhotoColumns
import EvokePorts
import EvokeValues

/// Carries the connection to the executor's thread, and makes another where it is lost.
// Sendable because one thread at a time has it, the executor's.
final class Session: @unchecked Sendable {
    private let address: PostgresAddress
    private let access: CatalogAccess
    private var connection: Connection?
    private var isClosed = false
    /// The library that was opened: another of that name is another library.
    private var library: Int64?
    /// What conditions are looked for in; nil until somebody asks, and after anything went wrong there.
    var columns: PhotoColumns?

    init(_ address: PostgresAddress, _ access: CatalogAccess) throws(EvokeError) {
        (self.address, self.access) = (address, access)
        _ = try current()
    }

    func close() {
        (connection, columns, isClosed) = (nil, nil, true)
    }

    // MARK: - Reading

    /// Runs `body`, and once more on a new connection where that was lost and nothing has come of it yet.
    func read<Result>(
        _ wish: Wish, isRepeatable: () -> Bool, _ body: (Connection) throws -> Result
    ) throws -> Result {
        let connection = try current()
        do {
            return try connection.granting(wish) { try body(connection) }
        } catch  where connection.isLost && wish.isAlive && isRepeatable() {
            let connection = try current()
            return try connection.granting(wish) { try body(connection) }
        }
    }

    // MARK: - Writing

    /// All of `body` happens, or none of it.
    ///
    /// - Parameter isRepeatable: whether it comes to the same where it is done a second time.
    func write<Result>(
        _ wish: Wish, isRepeatable: Bool, _ body: (Connection) throws(EvokeError) -> Result
    ) throws -> Result {
        let token = Int64.random(in: .min ... .max)
        var (done, lost): (Result?, EvokeError?)
        do throws(EvokeError) {
            return try transaction(token, wish, body) { done = $0 }
        } catch {
            guard connection?.isLost == true, wish.isAlive else { throw error }
            lost = error
        }
        if let done, let lost {
            // What was written, and whether the server had it when the connection was lost, only the server knows.
            switch try? isWritten(token) {
            case true: return done
            case nil where !isRepeatable: throw inDoubt(lost)
            default: break
            }
        }
        return try transaction(Int64.random(in: .min ... .max), wish, body) { _ in }
    }

    /// - Parameter onCommit: hears what it comes to before that is certain.
    private func transaction<Result>(
        _ token: Int64, _ wish: Wish, _ body: (Connection) throws(EvokeError) -> Result, onCommit: (Result) -> Void
    ) throws(EvokeError) -> Result {
        let connection = try current()
        return try connection.granting(wish) { () throws(EvokeError) in
            connection.changes = Changes()
            do throws(EvokeError) {
                try connection.execute("BEGIN")
                let result = try body(connection)
                try connection.noteChanges(token)
                onCommit(result)
                try connection.execute("COMMIT")
                return result
            } catch {
                if !connection.isLost { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }

    /// Whether the last transaction that was written is that one. One that is still being written is waited for.
    private func isWritten(_ token: Int64) throws(EvokeError) -> Bool {
        let connection = try current()
        return try connection.integer(
            "SELECT 1 FROM evoke.libraries WHERE library = $1 AND write_token = $2 FOR UPDATE", token) != nil
    }

    private func inDoubt(_ lost: EvokeError) -> EvokeError {
        EvokeError(
            .libraryUnavailable, doing: "write to the library", subject: address.display,
            reason: "the connection was lost while it was written, and nobody knows whether it was (\(lost.reason))",
            remedies: [.advice("Look whether it was, and do it again if not.")], cause: lost.cause)
    }

    // MARK: - The connection

    /// What is open. One that was lost is made anew.
    private func current() throws(EvokeError) -> Connection {
        guard !isClosed else { throw .libraryIsClosed }
        if let connection, !connection.isLost { return connection }
        connection = nil
        let new = try Connection(to: address)
        switch access {
        case .read:
            try new.execute("SET default_transaction_read_only = on")
            try Schema.check(new)
        case .write: try Schema.prepare(new)
        }
        new.library = try number(by: new)
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
