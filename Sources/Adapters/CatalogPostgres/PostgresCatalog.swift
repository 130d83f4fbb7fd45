import EvokeCatalog
import EvokeValues
import EvokeWorkers

/// A library's catalog in a PostgreSQL database, which may hold others as well.
struct PostgresCatalog: Sendable {
    private let session: Session
    private let executor: BlockingExecutor
    /// Where this machine stores the folders of named roots; if nil, they have none here.
    let placesFolder: RootPathsFolder?
    /// Whether copies identify named roots by name rather than by this machine's paths.
    let copiesNames: Bool

    /// With write access, a missing library is created. If another process is upgrading the tables, it waits, and
    /// calls `upgrading`.
    static func open(
        _ address: PostgresAddress, access: CatalogAccess, placesFolder: RootPathsFolder? = nil,
        copiesNames: Bool = true, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PostgresCatalog {
        let executor = BlockingExecutor(width: 1)
        let session = try await Cancellation.granted(by: executor) { cancellation in
            try Session(address, access, placesFolder, cancellation, upgrading: upgrading)
        }
        return PostgresCatalog(
            session: session, executor: executor, placesFolder: placesFolder, copiesNames: copiesNames)
    }

    func close() async throws {
        await executor.run { [session] in session.close() }
    }

    /// Runs `body` with exclusive use of the connection. If the task is canceled, its statements are interrupted. If
    /// the connection is lost, it runs once more.
    func read<Result: Sendable>(
        isRepeatable: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await use { session, cancellation in try session.read(cancellation, isRepeatable: isRepeatable, body) }
    }

    /// Like `read`, in a transaction that takes effect completely or not at all. Others write at the same time; on a
    /// conflict, `body` runs again.
    func write<Result: Sendable>(
        _ traits: WriteTraits, _ body: @escaping @Sendable (PostgresConnection) throws(EvokeError) -> Result
    ) async throws -> Result {
        try await use { session, cancellation in try session.write(cancellation, traits, body) }
    }

    func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, PostgresConnection) throws -> Result,
        orElse alternative: (@Sendable (PostgresConnection) throws -> Result)?
    ) async throws -> Result {
        try await use { session, cancellation in
            try session.read(cancellation, isRepeatable: { true }) { try $0.with(&session.columns, body) }
        }
    }

    private func use<Result: Sendable>(
        _ body: @escaping @Sendable (Session, Cancellation) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [session] cancellation in try body(session, cancellation) }
    }
}
