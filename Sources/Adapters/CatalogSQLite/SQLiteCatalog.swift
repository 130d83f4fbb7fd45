public import EvokeValues
import EvokeWorkers

/// A library's catalogue in one SQLite file.
public struct SQLiteCatalog: Sendable {
    public enum Access: Sendable {
        case read, write
    }

    public static let fileName = "library.sqlite"

    private let store: Store
    private let executor: BlockingExecutor

    /// Opens the catalogue in `folder`; with write access it is made when it is not there.
    public static func open(in folder: FilePath, access: Access) async throws -> SQLiteCatalog {
        let executor = BlockingExecutor(width: 1)
        let store = try await executor.run { try Store.open(in: folder, access: access) }
        return SQLiteCatalog(store: store, executor: executor)
    }

    /// What was kept of the library when it was upgraded: files that their owner may delete.
    package static func copies(in folder: FilePath) -> [FilePath] { Upgrade.copies(in: folder) }

    /// Closes the file, which puts all that was recorded into it, also where others read it meanwhile: as a copy it is
    /// whole, and one that is put into its place finds no log of what was there before. All else throws from then on.
    ///
    /// One that just goes out of scope is closed too, but whoever reads the file next may come before that.
    public func close() async throws {
        await executor.run { [store] in store.close() }
    }

    /// The same for what only reads: statements of a cancelled task end with an error.
    func whileWanted<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try await use(body)
        } onCancel: { [store] in
            store.interrupt()
        }
    }

    /// Runs `body` with the connection, alone.
    func use<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
        try await executor.run { [store] in try body(store.current()) }
    }
}
