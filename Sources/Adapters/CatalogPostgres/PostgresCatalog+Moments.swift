import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func filmsWithoutMoments(of model: ModelID, after film: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { connection in
            try connection.cards(
                "\(Self.hasNoMoments) AND p.photo > $3 ORDER BY p.photo LIMIT $4", model.fingerprint, film.value,
                Int64(limit))
        }
    }

    func countWithoutMoments(of model: ModelID) async throws -> Int {
        try await read { connection in
            Int(
                try connection.nativeInteger(
                    """
                    SELECT count(*) FROM evoke.photos p
                    WHERE p.library = $1 AND \(Self.canBeShown) AND \(Self.hasNoMoments)
                    """, model.fingerprint) ?? 0)
        }
    }

    /// Moments belong to content digests, so films without one wait until they have it.
    private static let hasNoMoments = """
        p.content IS NOT NULL
            AND p.photo IN (SELECT photo FROM evoke.metadata WHERE library = $1 AND length >= 4)
            AND EXISTS (
                SELECT 1 FROM evoke.models m JOIN evoke.vectors v USING (library, model)
                WHERE m.library = p.library AND m.fingerprint = $2 AND v.photo = p.photo AND NOT EXISTS (
                    SELECT 1 FROM evoke.moments x
                    WHERE x.library = p.library AND x.photo = p.photo AND x.model = m.model))
        """

    func record(_ moments: [ContentDigest: FilmMoments], of model: ModelID) async throws {
        try await write { connection throws(EvokeError) in
            guard let number = try connection.number(of: model) else { return }
            // Locked before reading: until then, their content may change.
            let photos = try connection.rows(
                """
                SELECT p.photo, p.content FROM evoke.photos p WHERE p.library = $1 AND p.content = ANY($2)
                ORDER BY p.photo FOR NO KEY UPDATE OF p
                """, List(moments.keys.map(\.self)))
            var kept: [(photo: Int64, moments: FilmMoments)] = []
            for row in photos {
                if let found = row.digest(1).flatMap({ moments[$0] }) { kept.append((row.integer(0), found)) }
            }
            guard !kept.isEmpty else { return }
            try connection.rows(
                """
                INSERT INTO evoke.moments(library, photo, model, count, moments)
                SELECT $1, c.photo, $2, c.count, c.moments FROM unnest($3, $4, $5) AS c(photo, count, moments)
                ON CONFLICT (library, photo, model) DO UPDATE SET count = excluded.count, moments = excluded.moments
                """, number, Numbers(kept.map(\.photo)), Numbers(kept.map { Int64($0.moments.times.count) }),
                List(kept.map { $0.moments.bytes.map(Blob.init) }))
            for (photo, _) in kept {
                connection.changes.vectors.insert(CatalogChanges.Vector(model: number, photo: photo))
            }
        }
    }

    func moments(of photos: [PhotoID], model: ModelID) async throws -> [PhotoID: FilmMoments] {
        try await read { try $0.moments(of: photos, model) }
    }

    func countOfMoments(of model: ModelID) async throws -> Int {
        try await read { connection in
            guard let number = try connection.number(of: model) else { return 0 }
            return Int(
                try connection.nativeInteger(
                    """
                    SELECT coalesce(sum(x.count), 0)::bigint
                    FROM evoke.moments x JOIN evoke.photos p USING (library, photo)
                    WHERE x.library = $1 AND x.model = $2 AND p.missing = 0
                    """, number) ?? 0)
        }
    }
}

extension Connection {
    /// Only films that have moments.
    func moments(of photos: [PhotoID], _ model: ModelID) throws(EvokeError) -> [PhotoID: FilmMoments] {
        guard let number = try number(of: model) else { return [:] }
        var found: [PhotoID: FilmMoments] = [:]
        for row in try rows(
            """
            SELECT photo, moments FROM evoke.moments
            WHERE library = $1 AND model = $2 AND photo = ANY($3) AND count > 0
            """, number, Numbers(photos.map(\.value)))
        {
            found[PhotoID(row.integer(0))] = try FilmMoments(row.bytes(1), of: row.integer(0), model)
        }
        return found
    }
}

extension FilmMoments {
    /// From the bytes in a row.
    init(_ bytes: some Sequence<UInt8>, of photo: Int64, _ model: ModelID) throws(EvokeError) {
        guard let moments = FilmMoments(bytes: bytes, dimensions: model.dimensions) else {
            throw EvokeError(
                .libraryDamaged, doing: "read the moments of film", subject: "\(photo)",
                reason: "the stored data is damaged", remedy: "Check the library.")
        }
        self = moments
    }
}
