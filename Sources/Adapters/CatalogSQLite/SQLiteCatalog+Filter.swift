package import EvokeCatalog
import EvokeValues

extension SQLiteCatalog {
    /// A single question is answered faster by walking through a table than by loading all columns.
    package func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, SQLiteConnection) throws -> Result,
        orElse alternative: (@Sendable (SQLiteConnection) throws -> Result)?
    ) async throws -> Result {
        try await read { connection in
            if let alternative, !connection.hasAnsweredWithoutColumns,
                connection.shared.columns.withLock({ $0 == nil })
            {
                connection.hasAnsweredWithoutColumns = true
                return try alternative(connection)
            }
            // The state is read only once the lock is held, so it is never older than what the previous connection
            // stored.
            return try connection.shared.columns.withLock { try connection.with(&$0, body) }
        }
    }
}

/// The columns that conditions are evaluated on, shared by all connections of this process to a library: with a
/// million photos they are large.
final class SharedColumns: Sendable {
    private struct Known: Sendable {
        weak var columns: SharedColumns?
    }

    private static let all = Locked<[DiskPath: Known]>([:])

    /// Nil until first used, and after an error.
    let columns = Locked<PhotoColumns?>(nil)

    /// For a connection to that file. If the file has been replaced, its state differs, so old columns are never used
    /// for it.
    static func of(_ file: DiskPath) -> SharedColumns {
        all.withLock { all in
            if let known = all[file]?.columns { return known }
            let columns = SharedColumns()
            all = all.filter { $0.value.columns != nil }
            all[file] = Known(columns: columns)
            return columns
        }
    }
}
