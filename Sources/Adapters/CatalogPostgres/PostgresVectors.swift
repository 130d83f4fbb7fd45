import EvokeValues
import EvokeWorkers

/// Lets pgvector search the vectors of one model in the database, over connections of its own, so that searches wait
/// neither for each other nor for the catalog.
///
/// Where scanning all photos is slow, it uses the owner's index (HNSW over float16, one for each partition of the
/// table). A scan is exact.
struct PostgresVectors: VectorEngine {
    /// Up to this many photos are scanned: that takes no longer than the index, and is exact.
    static let few = 16_384
    /// The index is not used for more results: it would visit most of its photos.
    private static let mostByIndex = 1_024
    /// How many photos the index may visit for each that passes a filter.
    private static let mostPerPhoto = 64
    /// The index's search list size (`ef_search`), for each partition of the table.
    private static let view = 100

    let pool: SessionPool
    let model: ModelID
    private let few: Int
    /// The number of photos at some change of the library.
    private let counted = Locked<(change: Int64, count: Int)?>(nil)

    init(_ address: PostgresAddress, model: ModelID, few: Int = Self.few) {
        pool = SessionPool(address)
        self.model = model
        self.few = few
    }

    func candidates(near query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> VectorCandidates {
        try await pool.read { connection in
            guard let table = try connection.vectorTable(of: model) else { return VectorCandidates(isAll: true) }
            let near = NearVectors(table, query, limit: limit, filter: photos.map(PhotoFilter.init))
            if try mayUseIndex(limit, photos?.count, table, connection) {
                let found = try near.byIndex(connection, view: max(Self.view, limit / Schema.partsOfVectors))
                // The index gives up if few of the near photos pass the filter.
                if let found { return found }
            }
            return try near.byLooking(connection)
        }
    }

    private func mayUseIndex(
        _ limit: Int, _ allowed: Int?, _ table: VectorTable, _ connection: Connection
    ) throws -> Bool {
        guard table.isIndexed, limit <= Self.mostByIndex else { return false }
        let count = try count(table, connection)
        guard let allowed else { return count > few }
        return allowed > few && table.canGoOn && count / allowed <= Self.mostPerPhoto
    }

    func candidates(
        atLeast limit: Float, for query: Embedding, among photos: PhotoSet?
    ) async throws -> VectorCandidates {
        try await pool.read { connection in
            guard let table = try connection.vectorTable(of: model) else { return VectorCandidates(isAll: true) }
            return try NearVectors(table, query, limit: 0, filter: photos.map(PhotoFilter.init))
                .atLeast(limit, connection)
        }
    }

    func count() async throws -> Int {
        try await pool.read { connection in
            guard let table = try connection.vectorTable(of: model) else { return 0 }
            return try count(table, connection)
        }
    }

    /// Counted again once one percent may have changed, because counting many is slow.
    private func count(_ table: VectorTable, _ connection: Connection) throws(EvokeError) -> Int {
        let known = counted.withLock { $0 }
        if let known, (0...Int64(known.count / 100)).contains(table.change - known.change) { return known.count }
        let count = try connection.integer(
            """
            SELECT count(*) FROM evoke.vectors v JOIN evoke.photos p USING (library, photo)
            WHERE v.library = $1 AND v.model = $2 AND p.missing = 0
            """, table.model)
        counted.withLock { $0 = (table.change, Int(count ?? 0)) }
        return Int(count ?? 0)
    }

    // MARK: - The index

    func setback() async throws -> EvokeError? {
        try await pool.read { connection in
            guard let table = try connection.vectorTable(of: model), !table.isIndexed, table.canBeIndexed,
                try count(table, connection) > few
            else { return nil }
            return notIndexed
        }
    }

    private var notIndexed: EvokeError {
        EvokeError(
            .notFound, doing: "use the database's index of vectors", subject: pool.address.display,
            reason: "there is none for the model '\(model.name)'",
            remedies: [
                .advice(
                    "For now, searches compare every photo, which takes longer. The owner of the tables creates the index by "
                        + "indexing with vector search in the database."),
                .chooseOption(.vectors, "database"),
            ])
    }

    func makeReady(notify: @escaping @Sendable (SearchIndexBuild) -> Void) async throws {
        let (table, count) = try await pool.read { connection in
            let table = try connection.vectorTable(of: model)
            return (table, try table.map { try self.count($0, connection) } ?? 0)
        }
        guard let table, !table.isIndexed, table.canBeIndexed else { return }
        guard table.isOwned else {
            if count > few { throw notIndexed }
            return
        }
        try await pool.alone { connection in
            try VectorTableIndex(table, by: connection).make { part in
                let done = count * part / Schema.partsOfVectors
                notify(SearchIndexBuild(reason: nil, photos: done, isDone: part == Schema.partsOfVectors))
            }
        }
    }
}
