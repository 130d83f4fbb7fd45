import EvokeCatalog
package import EvokePorts
package import EvokeValues

extension SQLiteCatalog {
    @discardableResult
    package func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp {
        try await snapshot { connection in
            let statement = try connection.statement(
                """
                SELECT v.photo, v.half_floats FROM vectors v JOIN photos p ON p.photo = v.photo
                WHERE v.model = (SELECT model FROM models WHERE fingerprint = ?) AND p.missing = 0
                ORDER BY v.photo
                """
            ).bind(model.fingerprint)
            defer { statement.reset() }
            var (scan, films) = (VectorScan(of: model, body), try MomentsInOrder(of: model, in: connection))
            defer { films.end() }
            while try statement.step() { try scan.add(statement, films.moments(of: statement.photo(0))) }
            try scan.end()
            return try connection.newest(of: .vectors)
        }
    }
}

/// Walks through the films alongside a walk through all photos, which is faster than a query for each.
private struct MomentsInOrder {
    private let rows: SQLiteStatement
    private let model: ModelID
    private var isThere: Bool

    init(of model: ModelID, in connection: SQLiteConnection) throws(EvokeError) {
        self.model = model
        rows = try connection.statement(
            """
            SELECT photo, moments FROM moments
            WHERE model = (SELECT model FROM models WHERE fingerprint = ?) AND count > 0 ORDER BY photo
            """
        ).bind(model.fingerprint)
        isThere = try rows.step()
    }

    /// For photos in the order of their numbers.
    mutating func moments(of photo: PhotoID) throws(EvokeError) -> FilmMoments {
        while isThere, rows.integer(0) < photo.value { isThere = try rows.step() }
        guard isThere, rows.integer(0) == photo.value else { return FilmMoments() }
        return try FilmMoments(rows.blob(1), of: photo.value, model)
    }

    func end() { rows.reset() }
}
