import EvokeValues

extension PostgresCatalog {
    func photosWithoutFingerprint(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { connection in
            try connection.cards(
                "\(Self.hasNoFingerprint) AND p.photo > $2 ORDER BY p.photo LIMIT $3", photo.value, Int64(limit))
        }
    }

    func countWithoutFingerprint() async throws -> Int {
        try await read { connection in
            Int(
                try connection.integer(
                    """
                    SELECT count(*) FROM evoke.photos p
                    WHERE p.library = $1 AND \(Self.canBeShown) AND \(Self.hasNoFingerprint)
                    """) ?? 0)
        }
    }

    /// Fingerprints belong to content digests, so photos without one wait until they have it.
    private static let hasNoFingerprint = """
        p.content IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM evoke.looks x WHERE x.library = p.library AND x.photo = p.photo)
        """

    func record(_ fingerprints: [ContentDigest: StoredFingerprint]) async throws {
        try await write { connection throws(EvokeError) in
            // Locked before reading: until then, their content may change.
            let photos = try connection.rows(
                """
                SELECT p.photo, p.content FROM evoke.photos p WHERE p.library = $1 AND p.content = ANY($2)
                ORDER BY p.photo FOR NO KEY UPDATE OF p
                """, List(fingerprints.keys.map(\.self)))
            var kept: [(photo: Int64, fingerprint: StoredFingerprint)] = []
            for row in photos {
                if let fingerprint = row.digest(1).flatMap({ fingerprints[$0] }) {
                    kept.append((row.integer(0), fingerprint))
                }
            }
            guard !kept.isEmpty else { return }
            try connection.rows(
                """
                INSERT INTO evoke.looks(library, photo, signature, look)
                SELECT $1, c.* FROM unnest($2, $3, $4) AS c(photo, signature, look)
                ON CONFLICT (library, photo) DO UPDATE SET signature = excluded.signature, look = excluded.look
                """, Numbers(kept.map(\.photo)), List(kept.map { Blob($0.fingerprint.signature.bytes) }),
                List(kept.map { Blob($0.fingerprint.fingerprint.bytes) }))
            connection.changes.fingerprints.formUnion(kept.map(\.photo))
        }
    }

    func fingerprints(of contents: [ContentDigest]) async throws -> [ContentDigest: PhotoFingerprint] {
        try await read { connection in
            var fingerprints: [ContentDigest: PhotoFingerprint] = [:]
            for row in try connection.rows(
                """
                SELECT DISTINCT ON (p.content) p.content, l.look
                FROM evoke.photos p JOIN evoke.looks l USING (library, photo)
                WHERE p.library = $1 AND p.content = ANY($2)
                """, List(contents))
            {
                if let content = row.digest(0) { fingerprints[content] = PhotoFingerprint(bytes: row.bytes(1)) }
            }
            return fingerprints
        }
    }
}
