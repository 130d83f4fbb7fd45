import EvokeCatalog
import EvokePorts
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
            let near = NearVectors(table, query, limit: limit, among: photos)
            if try mayUseIndex(limit, photos?.count, table, connection) {
                let found = try near.byIndex(connection, view: max(Self.view, limit / Schema.partsOfVectors))
                // The index gives up if few of the near photos pass the filter.
                if let found { return found }
            }
            return try near.byLooking(connection)
        }
    }

    private func mayUseIndex(
        _ limit: Int, _ allowed: Int?, _ table: VectorTable, _ connection: PostgresConnection
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
            return try NearVectors(table, query, limit: 0, among: photos)
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
    private func count(_ table: VectorTable, _ connection: PostgresConnection) throws(EvokeError) -> Int {
        let known = counted.withLock { $0 }
        if let known, (0...Int64(known.count / 100)).contains(table.change - known.change) { return known.count }
        let count = try connection.count(
            """
            SELECT count(*) FROM vectors v JOIN photos p ON p.photo = v.photo
            WHERE v.model = $1 AND p.missing = 0
            """, table.model)
        counted.withLock { $0 = (table.change, count) }
        return count
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
            try connection.makeIndex(of: table) { part in
                let done = count * part / Schema.partsOfVectors
                notify(SearchIndexBuild(reason: nil, photos: done, isDone: part == Schema.partsOfVectors))
            }
        }
    }
}

/// Fills copies of the vectors elsewhere.
extension PostgresVectors: VectorSource {
    /// Derived from the library's token: a new library of the same name has another one.
    func name() async throws -> String {
        let token = try await pool.read { connection in
            try connection.nativeInteger("SELECT token FROM evoke.libraries WHERE library = $1") ?? 0
        }
        let model = model.fingerprint.utf8.map { byte in
            Self.isPlain(byte) ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
        }
        return "evoke_\(String(UInt64(bitPattern: token), radix: 16))_\(model.joined())"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    func vectorStamp() async throws -> VectorStamp {
        try await pool.read { try $0.newest(of: .vectors) }
    }

    func vectorChanges(since stamp: VectorStamp, limit: Int) async throws -> VectorChanges? {
        try await pool.read { [model] in try $0.vectorChanges(since: stamp, model: model, limit: limit) }
    }

    func vectors(of photos: [PhotoID]) async throws -> VectorRows {
        try await pool.read { [model] in try $0.vectors(of: Array(photos), model) }
    }

    func vectors(after photo: PhotoID, limit: Int) async throws -> VectorRows {
        try await pool.read { [model] in try $0.vectors(after: photo, limit: limit, model) }
    }

    func lockForFilling() async throws -> (any CatalogLock)? {
        try await BlockingExecutor(width: 1).run { [address = pool.address, model] () throws(EvokeError) in
            try PostgresLock(address, toFillCopyOf: model)
        }
    }
}

/// One query to the table of vectors.
struct NearVectors {
    /// The largest rounding error of the server's sums.
    private static let rounding: Float = 1e-5

    private let table: VectorTable
    private let query: HalfVector
    /// The largest error of a score due to the server's having the query as float16.
    private let doubt: Float
    private let limit: Int
    /// Restricts it to some photos, given as its third value.
    private let condition: String
    private let filter: (any Bindable)?

    /// Up to this many photos are looked up by number.
    private static let few = 8_192

    init(_ table: VectorTable, _ query: Embedding, limit: Int, among photos: PhotoSet?) {
        self.table = table
        self.limit = limit
        if let photos, photos.count <= Self.few {
            condition = " AND photo = ANY($3)"
            filter = Numbers(photos.ids.map(\.value))
        } else if let photos {
            condition = " AND CASE WHEN photo < 8 * octet_length($3) THEN get_bit($3, photo) = 1 ELSE false END"
            filter = Blob((0..<Int64(photos.wordCount)).flatMap { photos.word(at: $0).byteSwapped.bigEndianBytes })
        } else {
            (condition, filter) = ("", nil)
        }
        let halfFloats = query.values.map { Float16($0) }
        self.query = HalfVector(bytes: halfFloats.withUnsafeBytes { Array($0) })
        let squares = zip(query.values, halfFloats).reduce(Float(0)) {
            $0 + ($1.0 - Float($1.1)) * ($1.0 - Float($1.1))
        }
        // Vectors have length 1, except for rounding.
        doubt = 1.001 * squares.squareRoot() + Self.rounding
    }

    /// Scans all photos.
    func byLooking(_ connection: PostgresConnection) throws -> VectorCandidates {
        try connection.execute("SET enable_seqscan = on")
        return try nearest(connection, distance: distance, order: "distance, photo")
    }

    /// Uses the index; nil if it found too few photos.
    func byIndex(_ connection: PostgresConnection, view: Int) throws -> VectorCandidates? {
        try connection.execute(
            "SET enable_seqscan = off; SET hnsw.ef_search = \(min(view, 1_000))"
                + (table.canGoOn ? "; SET hnsw.iterative_scan = relaxed_order" : ""))
        let distance =
            "\(table.indexed) OPERATOR(\(table.schema).<#>) $2::\(table.type)(\(table.dimensions))"
        var found = try nearest(connection, distance: distance, order: "distance")
        guard !found.isAll else { return nil }
        found.bound = nil
        return found
    }

    /// Written differently than the index's expression, so that the index is not used.
    private var distance: String { "half_floats OPERATOR(\(table.schema).<#>) $2::\(table.type)" }

    /// The nearest photos first; only those are checked for whether they can be shown.
    private func nearest(_ connection: PostgresConnection, distance: String, order: String) throws -> VectorCandidates {
        let rows = try connection.rows(
            """
            WITH near AS MATERIALIZED (
                SELECT photo, half_floats, \(distance) AS distance FROM evoke.vectors
                WHERE \(table.rows)\(condition) ORDER BY \(order) LIMIT \(limit))
            SELECT n.photo, n.half_floats, n.distance, p.missing = 0
            FROM near n JOIN evoke.photos p ON p.library = $1 AND p.photo = n.photo
            """, values)
        var found = VectorCandidates(isAll: rows.count < limit)
        var farthest = -Double.infinity
        for row in rows {
            farthest = max(farthest, row.real(2))
            if row.integer(3) == 1 { try row.takeVector(&found.ids, &found.halfFloats, table.dimensions) }
        }
        found.bound = Float(-farthest) + doubt
        return found
    }

    /// All photos whose score may reach the limit.
    func atLeast(_ limit: Float, _ connection: PostgresConnection) throws -> VectorCandidates {
        try connection.execute("SET enable_seqscan = on")
        let next = values.count + 2
        let rows = try connection.rows(
            """
            SELECT v.photo, CASE WHEN v.distance > $\(next + 1) THEN v.half_floats END
            FROM (
                SELECT photo, half_floats, \(distance) AS distance FROM evoke.vectors WHERE \(table.rows)\(condition)
            ) v JOIN evoke.photos p ON p.library = $1 AND p.photo = v.photo AND p.missing = 0
            WHERE v.distance <= $\(next)
            """, values + [Double(doubt - limit), Double(-limit - doubt)])
        var found = VectorCandidates(isAll: true)
        for row in rows {
            if row.isNull(1) {
                found.certain.insert(PhotoID(row.integer(0)))
            } else {
                try row.takeVector(&found.ids, &found.halfFloats, table.dimensions)
            }
        }
        return found
    }

    private var values: [any Bindable] { [query] + (filter.map { [$0] } ?? []) }
}
