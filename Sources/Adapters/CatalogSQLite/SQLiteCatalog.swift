import EvokeCatalog
package import EvokeValues
import EvokeWorkers

/// A library's catalog in one SQLite file.
package struct SQLiteCatalog: Sendable {
    package static let fileName = "library.sqlite"

    private let store: Store
    private let executor: BlockingExecutor

    /// Opens the catalog in `folder`; with write access, it is made if missing.
    ///
    /// - Parameter besideOthers: see `CatalogPlace.openBesideWriter`.
    package static func open(
        in folder: DiskPath, access: CatalogAccess, besideOthers: Bool = false,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> SQLiteCatalog {
        let executor = BlockingExecutor(width: 1)
        let store = try await Cancellation.granted(by: executor) { cancellation in
            try Store(
                in: folder, access: access, besideOthers: besideOthers, for: cancellation, upgrading: upgrading)
        }
        return SQLiteCatalog(store: store, executor: executor)
    }

    /// Closes the file and moves the log into it, even while others read it: a copy of the file is then complete, and
    /// a file that replaces it finds no old log. All later calls throw.
    ///
    /// A catalog that goes out of scope is closed too, but maybe only after the next reader opened the file.
    package func close() async throws {
        await executor.run { [store] in store.close() }
    }

    /// Runs `body` with exclusive use of the connection. If the task is canceled, its statements are interrupted and
    /// its changes rolled back; those of others continue.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [store] cancellation in
            let connection = try store.current(for: cancellation)
            return try connection.granting(cancellation) { try body(connection) }
        }
    }
}
