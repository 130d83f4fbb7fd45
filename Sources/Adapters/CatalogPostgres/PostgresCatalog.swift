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
        isRepeatable: @escaping @Sendable () -> Bool,
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await use { session, cancellation in try session.read(cancellation, isRepeatable: isRepeatable, body) }
    }

    /// Like `read`, in a transaction that takes effect completely or not at all. Others write at the same time; on a
    /// conflict, `body` runs again.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether doing it twice has the same result as doing it once.
    ///   - isAlone: whether to keep out other writers, because it changes something about all photos.
    ///   - changes: what `body` records; numbers for new rows are reserved beforehand, so that other writers need not
    ///     wait.
    ///   - model: the model of the vectors among the changes.
    func write<Result: Sendable>(
        isRepeatable: Bool = true, isAlone: Bool = false, recording changes: [CatalogChange], by model: ModelID? = nil,
        _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result {
        let traits = WriteTraits(
            isRepeatable: isRepeatable, isAlone: isAlone, recording: changes, model: model)
        return try await use { session, cancellation in try session.write(cancellation, traits, body) }
    }

    /// Runs `body` with the columns that conditions are evaluated on, as of now; all that it reads is of the same
    /// state.
    func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, Connection) throws -> Result
    ) async throws -> Result {
        try await use { session, cancellation in
            try session.read(cancellation, isRepeatable: { true }) { connection in
                try connection.snapshot {
                    // Taken, so that there is only one copy, and a failure midway makes the next caller read
                    // everything again.
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

extension PostgresCatalog {
    func models() async throws -> [ModelID] {
        try await read { try $0.models() }
    }

    func summary() async throws -> CatalogSummary {
        try await read { connection in
            try connection.snapshot {
                let counted = try connection.models().map { model in
                    let photos = try connection.nativeInteger(
                        """
                        SELECT count(*) FROM evoke.vectors v JOIN evoke.photos p USING (library, photo)
                        WHERE v.library = $1 AND p.missing = 0 AND v.model = (
                            SELECT model FROM evoke.models WHERE library = $1 AND fingerprint = $2)
                        """, model.fingerprint)
                    return CatalogSummary.Model(id: model, photos: Int(photos ?? 0))
                }
                func count(_ condition: String) throws(EvokeError) -> Int {
                    Int(
                        try connection.nativeInteger(
                            "SELECT count(*) FROM evoke.photos p WHERE p.library = $1 AND \(condition)") ?? 0)
                }
                func here(_ table: String) -> String {
                    "p.missing = 0 AND p.photo IN (SELECT photo FROM evoke.\(table) WHERE library = $1)"
                }
                return CatalogSummary(
                    photos: try count(Self.canBeShown), failed: try count(here("failures")),
                    truncated: try count(here("truncations")), missing: try count("p.missing = 1"),
                    hidden: try count("p.missing = 2"), models: counted, roots: try connection.roots())
            }
        }
    }

    func failures() async throws -> [FailedPhoto] {
        try await read { connection in
            try connection.rows(
                """
                SELECT d.path, p.name, f.kind, f.doing, f.reason, f.remedy
                FROM evoke.failures f JOIN evoke.photos p USING (library, photo)
                    JOIN evoke.folders d USING (library, folder)
                WHERE f.library = $1 AND p.missing = 0 ORDER BY d.path, p.name
                """
            ).map { row in
                let path = row.path(0).appending(row.bytes(1))
                return FailedPhoto(
                    path: path,
                    error: EvokeError(
                        EvokeError.Kind(rawValue: row.text(2)), doing: row.text(3), subject: path.display,
                        reason: row.text(4), remedy: row.text(5)))
            }
        }
    }

    func truncatedPhotos() async throws -> [TruncatedPhoto] {
        try await read { connection in
            try connection.rows(
                """
                SELECT d.path, p.name, c.share
                FROM evoke.truncations c JOIN evoke.photos p USING (library, photo) JOIN evoke.folders d USING (library, folder)
                WHERE c.library = $1 AND p.missing = 0 ORDER BY d.path, p.name
                """
            ).map { TruncatedPhoto(path: $0.path(0).appending($0.bytes(1)), share: $0.real(2)) }
        }
    }

    static let canBeShown = """
        p.missing = 0 AND (
            NOT EXISTS (SELECT 1 FROM evoke.failures f WHERE f.library = p.library AND f.photo = p.photo)
            OR EXISTS (SELECT 1 FROM evoke.vectors v WHERE v.library = p.library AND v.photo = p.photo))
        """
}

extension Connection {
    func models() throws(EvokeError) -> [ModelID] {
        try rows("SELECT name, fingerprint, dimensions FROM evoke.models WHERE library = $1 ORDER BY model").map {
            row in
            ModelID(name: row.text(0), fingerprint: row.text(1), dimensions: Int(row.integer(2)))
        }
    }
}
