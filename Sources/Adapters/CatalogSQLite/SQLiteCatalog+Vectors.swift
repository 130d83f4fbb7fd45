import EvokeCatalog
package import EvokePorts
package import EvokeValues

extension SQLiteCatalog {
    private static let rowsInABlock = 256

    @discardableResult
    package func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp {
        try await use { connection in
            try connection.snapshot {
                let statement = try connection.statement(
                    """
                    SELECT v.photo, v.half_floats FROM vectors v JOIN photos p ON p.photo = v.photo
                    WHERE v.model = (SELECT model FROM models WHERE fingerprint = ?) AND p.missing = 0
                    ORDER BY v.photo
                    """
                ).bind(model.fingerprint)
                defer { statement.reset() }
                var films = try connection.momentsInOrder(of: model)
                defer { films.end() }
                var ids: [PhotoID] = []
                var rows: [Float16] = []
                rows.reserveCapacity(Self.rowsInABlock * model.dimensions)
                while try statement.step() {
                    let id = statement.photo(0)
                    try statement.takeVector(&ids, &rows, model.dimensions)
                    let moments = try films.moments(of: id)
                    ids += moments.times.map { _ in id }
                    rows += moments.halfFloats
                    if ids.count >= Self.rowsInABlock {
                        try rows.withUnsafeBufferPointer { try body(ids, $0) }
                        ids.removeAll(keepingCapacity: true)
                        rows.removeAll(keepingCapacity: true)
                    }
                }
                if !ids.isEmpty { try rows.withUnsafeBufferPointer { try body(ids, $0) } }
                return try connection.newest(of: .vectors)
            }
        }
    }
}

extension SQLiteConnection {
    /// For callers that ask for films in the order of their numbers.
    func momentsInOrder(of model: ModelID) throws(EvokeError) -> MomentsInOrder {
        let rows = try statement(
            """
            SELECT photo, moments FROM moments
            WHERE model = (SELECT model FROM models WHERE fingerprint = ?) AND count > 0 ORDER BY photo
            """
        ).bind(model.fingerprint)
        return try MomentsInOrder(rows, of: model)
    }
}

/// Walks through the films alongside a walk through all photos, which is faster than a query for each.
struct MomentsInOrder {
    private let rows: SQLiteStatement
    private let model: ModelID
    private var isThere: Bool

    fileprivate init(_ rows: SQLiteStatement, of model: ModelID) throws(EvokeError) {
        (self.rows, self.model) = (rows, model)
        isThere = try rows.step()
    }

    mutating func moments(of photo: PhotoID) throws(EvokeError) -> FilmMoments {
        while isThere, rows.integer(0) < photo.value { isThere = try rows.step() }
        guard isThere, rows.integer(0) == photo.value else { return FilmMoments() }
        return try FilmMoments(rows.blob(1), of: photo.value, model)
    }

    func end() { rows.reset() }
}
