package import EvokeCatalog
import EvokeValues

extension SQLiteCatalog {
    package func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, SQLiteConnection) throws -> Result
    ) async throws -> Result {
        try await use { connection in
            // The state is read only once the lock is held, so it is never older than what the previous connection
            // stored.
            try connection.shared.columns.withLock { try connection.with(&$0, body) }
        }
    }

    /// A single question is answered faster by walking through a table than by loading all columns.
    package func wantsColumns() async throws -> Bool {
        try await use { connection in
            defer { connection.hasWalkedThroughPlaces = true }
            return connection.hasWalkedThroughPlaces || connection.shared.columns.withLock { $0 != nil }
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
