import EvokeValues

/// One query to the table of vectors.
struct NearVectors {
    /// The largest rounding error of the server's sums.
    private static let rounding: Float = 1e-5

    private let table: VectorTable
    private let query: HalfVector
    /// The largest error of a score due to the server's having the query as float16.
    private let doubt: Float
    private let limit: Int
    private let filter: PhotoFilter?

    init(_ table: VectorTable, _ query: Embedding, limit: Int, filter: PhotoFilter?) {
        self.table = table
        self.limit = limit
        self.filter = filter
        let halfFloats = query.values.map { Float16($0) }
        self.query = HalfVector(halfFloats: halfFloats)
        let squares = zip(query.values, halfFloats).reduce(Float(0)) {
            $0 + ($1.0 - Float($1.1)) * ($1.0 - Float($1.1))
        }
        // Vectors have length 1, except for rounding.
        doubt = 1.001 * squares.squareRoot() + Self.rounding
    }

    /// Scans all photos.
    func byLooking(_ connection: Connection) throws -> VectorCandidates {
        try connection.execute("SET enable_seqscan = on")
        return try nearest(connection, distance: distance, order: "distance, photo")
    }

    /// Uses the index; nil if it found too few photos.
    func byIndex(_ connection: Connection, view: Int) throws -> VectorCandidates? {
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
    private var distance: String { "halves OPERATOR(\(table.schema).<#>) $2::\(table.type)" }

    /// The nearest photos first; only those are checked for whether they can be shown.
    private func nearest(_ connection: Connection, distance: String, order: String) throws -> VectorCandidates {
        let rows = try connection.rows(
            """
            WITH near AS MATERIALIZED (
                SELECT photo, halves, \(distance) AS distance FROM evoke.vectors
                WHERE \(table.rows)\(condition) ORDER BY \(order) LIMIT \(limit))
            SELECT n.photo, n.halves, n.distance, p.missing = 0
            FROM near n JOIN evoke.photos p ON p.library = $1 AND p.photo = n.photo
            """, values)
        var found = VectorCandidates(isAll: rows.count < limit)
        var farthest = -Double.infinity
        for row in rows {
            farthest = max(farthest, row.real(2))
            if row.integer(3) == 1 { try row.take(&found.ids, &found.halfFloats, table.dimensions) }
        }
        found.bound = Float(-farthest) + doubt
        return found
    }

    /// All photos whose score may reach the limit.
    func atLeast(_ limit: Float, _ connection: Connection) throws -> VectorCandidates {
        try connection.execute("SET enable_seqscan = on")
        let next = values.count + 2
        let rows = try connection.rows(
            """
            SELECT v.photo, CASE WHEN v.distance > $\(next + 1) THEN v.halves END
            FROM (
                SELECT photo, halves, \(distance) AS distance FROM evoke.vectors WHERE \(table.rows)\(condition)
            ) v JOIN evoke.photos p ON p.library = $1 AND p.photo = v.photo AND p.missing = 0
            WHERE v.distance <= $\(next)
            """, values + [Double(doubt - limit), Double(-limit - doubt)])
        var found = VectorCandidates(isAll: true)
        for row in rows {
            if row.isNull(1) {
                found.certain.insert(PhotoID(row.integer(0)))
            } else {
                try row.take(&found.ids, &found.halfFloats, table.dimensions)
            }
        }
        return found
    }

    private var condition: String { filter.map { " AND \($0.condition)" } ?? "" }
    private var values: [any Bindable] { [query] + (filter.map { [$0.value] } ?? []) }
}

/// Restricts a statement to these photos, given as its third value.
struct PhotoFilter {
    /// Up to this many photos are looked up by number.
    private static let few = 8_192

    let condition: String
    let value: any Bindable

    init(_ photos: PhotoSet) {
        if photos.count <= Self.few {
            condition = "photo = ANY($3)"
            value = Numbers(photos.ids.map(\.value))
        } else {
            condition = "CASE WHEN photo < 8 * octet_length($3) THEN get_bit($3, photo) = 1 ELSE false END"
            value = Blob((0..<Int64(photos.wordCount)).flatMap { photos.word(at: $0).littleEndianBytes })
        }
    }
}

extension UInt64 {
    fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
