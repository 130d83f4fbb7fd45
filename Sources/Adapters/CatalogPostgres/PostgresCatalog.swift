import EvokeCatalog
import EvokeValues
import EvokeWorkers

/// A library's catalogue in a PostgreSQL database, beside others.
struct PostgresCatalog: Sendable {
    private let session: Session
    private let executor: BlockingExecutor
    /// Where this machine keeps the places of roots that have names; without it they have none here.
    let placesFolder: RootPathsFolder?
    /// Whether copies have such roots by their names, and not by this machine's paths.
    let copiesNames: Bool

    /// With write access the library is made when it is not there. Where another process upgrades the tables, that is
    /// waited for, and `upgrading` hears of it.
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

    /// Runs `body` with the connection, alone. Where the task is cancelled, its statements end. Where the connection is
    /// lost, it is run once more.
    func read<Result: Sendable>(
        isRepeatable: @escaping @Sendable () -> Bool = { true },
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await use { session, cancellation in try session.read(cancellation, isRepeatable: isRepeatable, body) }
    }

    /// The same for what is written: all of it, or nothing. Others write at the same time, and `body` is run again where
    /// it came in the way of one of them.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether it comes to the same where it is done a second time.
    ///   - isAlone: whether nothing else is written meanwhile: it changes what belongs to all photos.
    ///   - changes: what `body` records; numbers for what is new are taken before, so that no other writer waits for them.
    ///   - model: whose vectors are among that.
    func write<Result: Sendable>(
        isRepeatable: Bool = true, isAlone: Bool = false, recording changes: [CatalogChange] = [],
        by model: ModelID? = nil, _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result {
        let traits = WriteTraits(
            isRepeatable: isRepeatable, isAlone: isAlone, recording: changes, model: model)
        return try await use { session, cancellation in try session.write(cancellation, traits, body) }
    }

    /// Runs `body` with what conditions are looked for in, as the library is now; all that it reads is of that state.
    func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, Connection) throws -> Result
    ) async throws -> Result {
        try await use { session, cancellation in
            try session.read(cancellation, isRepeatable: { true }) { connection in
                try connection.snapshot {
                    // What fails midway is read anew; and there is one copy only.
                    var now = try connection.followed(from: session.columns.take())
                    let result = try body(&now, connection)
                    session.columns = now
                    return result
                }
            }
        }
    }

    private func use<Result: Sendable>(
        _ body: @escaping @Sendable (Session, Cancellation) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [session] cancellation in try body(session, cancellation) }
    }
}
