import EvokeValues

/// One question to the table of vectors.
struct NearVectors {
    /// What the server's sums may differ by from what they should be.
    private static let rounding: Float = 1e-5

    private let table: VectorTable
    private let query: HalfVector
    /// How much a score may differ from that of the query itself, which the server has in halves.
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
        // Vectors have the length 1, but for their own rounding.
        doubt = 1.001 * squares.squareRoot() + Self.rounding
    }

    /// Looks at each photo.
    func byLooking(_ connection: Connection) throws -> VectorCandidates {
        try connection.execute("SET enable_seqscan = on")
        return try nearest(connection, distance: distance, order: "distance, photo")
    }

    /// By the index; nil where it found too few.
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

    /// In another form than what the index is of.
    private var distance: String { "halves OPERATOR(\(table.schema).<#>) $2::\(table.type)" }

    /// The nearest photos come first, and whether they can be shown is asked of these alone.
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

    /// All photos that may score so much.
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

/// Photos that alone are asked about, as the statement's third value.
struct PhotoFilter {
    /// So many are looked up by their numbers.
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
