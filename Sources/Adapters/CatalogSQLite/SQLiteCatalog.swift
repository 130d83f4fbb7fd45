package import EvokeValues
import EvokeWorkers

/// A library's catalogue in one SQLite file.
package struct SQLiteCatalog: Sendable {
    package static let fileName = "library.sqlite"

    private let store: Store
    private let executor: BlockingExecutor

    /// Opens the catalogue in `folder`; with write access it is made when it is not there.
    package static func open(
        in folder: FilePath, access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> SQLiteCatalog {
        try await open { cancellation throws(EvokeError) in
            try Store.open(in: folder, access: access, for: cancellation, upgrading: upgrading)
        }
    }

    /// Opens the catalogue in `folder` for small changes, as `CatalogPlace.openBesideWriter` says.
    package static func openBesideWriter(in folder: FilePath) async throws -> SQLiteCatalog {
        try await open { cancellation throws(EvokeError) in try Store.openBesideWriter(in: folder, for: cancellation) }
    }

    private static func open(
        _ store: @escaping @Sendable (Cancellation) throws(EvokeError) -> Store
    ) async throws -> SQLiteCatalog {
        let executor = BlockingExecutor(width: 1)
        let store = try await Cancellation.granted(by: executor) { cancellation in try store(cancellation) }
        return SQLiteCatalog(store: store, executor: executor)
    }

    /// Closes the file, which puts all that was recorded into it, also where others read it meanwhile: as a copy it is
    /// whole, and one that is put into its place finds no log of what was there before. All else throws from then on.
    ///
    /// One that just goes out of scope is closed too, but whoever reads the file next may come before that.
    package func close() async throws {
        await executor.run { [store] in store.close() }
    }

    /// Runs `body` with the connection, alone. Where the task is cancelled, its statements end, and what they have written
    /// is undone; those of others are left alone.
    func use<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
        try await Cancellation.granted(by: executor) { [store] cancellation in
            let connection = try store.current(for: cancellation)
            return try connection.granting(cancellation) { try body(connection) }
        }
    }
}
