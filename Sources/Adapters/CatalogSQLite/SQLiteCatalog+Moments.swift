import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func filmsWithoutMoments(
        of model: ModelID, after film: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await use { connection in
            guard let number = try connection.number(of: model) else { return [] }
            return try connection.cards(
                where: "\(Self.hasNoMoments) AND p.photo > ?2 ORDER BY p.photo LIMIT ?3", number, film.value, Int64(limit))
        }
    }

    package func countWithoutMoments(of model: ModelID) async throws -> Int {
        try await use { connection in
            guard let number = try connection.number(of: model) else { return 0 }
            return Int(
                try connection.integer(
                    "SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown) AND \(Self.hasNoMoments)", number) ?? 0)
        }
    }

    /// Moments belong to content digests, so films without one wait until they have it.
    private static let hasNoMoments = """
        p.content IS NOT NULL AND p.photo IN (SELECT photo FROM metadata WHERE length >= 4)
            AND EXISTS (SELECT 1 FROM vectors WHERE photo = p.photo AND model = ?1)
            AND NOT EXISTS (SELECT 1 FROM moments WHERE photo = p.photo AND model = ?1)
        """

    package func record(_ moments: [ContentDigest: FilmMoments], of model: ModelID) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                guard let number = try connection.number(of: model) else { return }
                for (content, found) in moments {
                    try connection.statement(
                        """
                        INSERT INTO moments(photo, model, count, moments) SELECT photo, ?, ?, ? FROM photos WHERE content = ?
                        ON CONFLICT(photo, model) DO UPDATE SET count = excluded.count, moments = excluded.moments
                        """
                    ).bind(number, Int64(found.times.count), found.bytes, content).run()
                }
            }
        }
    }

    package func moments(of photos: [PhotoID], model: ModelID) async throws -> [PhotoID: FilmMoments] {
        try await use { connection in
            try photos.reduce(into: [:]) { $0[$1] = try connection.moments(of: $1, model) }
        }
    }

    package func countOfMoments(of model: ModelID) async throws -> Int {
        try await use { connection in
            guard let number = try connection.number(of: model) else { return 0 }
            return Int(
                try connection.integer(
                    """
                    SELECT total(x.count) FROM moments x JOIN photos p ON p.photo = x.photo
                    WHERE x.model = ? AND p.missing = 0
                    """, number) ?? 0)
        }
    }
}

extension SQLiteConnection {
    /// Nil if the model has no vectors.
    fileprivate func number(of model: ModelID) throws(EvokeError) -> Int64? {
        try integer("SELECT model FROM models WHERE fingerprint = ?", model.fingerprint)
    }

    /// Nil if there are none.
    func moments(of photo: PhotoID, _ model: ModelID) throws(EvokeError) -> FilmMoments? {
        let row = try statement(
            """
            SELECT moments FROM moments
            WHERE photo = ? AND model = (SELECT model FROM models WHERE fingerprint = ?) AND count > 0
            """
        ).bind(photo.value, model.fingerprint)
        defer { row.reset() }
        return try row.step() ? row.moments(0, of: photo, model) : nil
    }

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
        return try rows.moments(1, of: photo, model)
    }

    func end() { rows.reset() }
}

extension SQLiteStatement {
    fileprivate func moments(
        _ column: Int32, of photo: PhotoID, _ model: ModelID
    ) throws(EvokeError) -> FilmMoments {
        if let moments = FilmMoments(bytes: blob(column), dimensions: model.dimensions) { return moments }
        throw EvokeError(
            .libraryDamaged, doing: "read the moments of film", subject: "\(photo.value)",
            reason: "the stored data is damaged", remedy: "Check the library.")
    }
}
