package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutFingerprint(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "\(Self.hasNoFingerprint) AND p.id > ? ORDER BY p.id LIMIT ?", photo.value, Int64(limit))
        }
    }

    package func countWithoutFingerprint() async throws -> Int {
        try await use { connection in
            try connection.count("SELECT count(*) FROM photos p WHERE \(Self.canBeShown) AND \(Self.hasNoFingerprint)")
        }
    }

    /// Fingerprints belong to content digests, so photos without one wait until they have it. Comparisons are looked
    /// at first: fingerprints are large, and walking past a million of them is slow.
    private static let hasNoFingerprint = """
        +p.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM comparisons WHERE photo = p.id)
            AND NOT EXISTS (SELECT 1 FROM looks WHERE photo = p.id)
        """

    package func record(_ fingerprints: [ContentDigest: StoredFingerprint]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (content, kept) in fingerprints {
                    try connection.statement(
                        """
                        INSERT INTO looks(photo, signature, look) SELECT id, ?, ? FROM photos WHERE content = ?
                        ON CONFLICT(photo) DO UPDATE SET signature = excluded.signature, look = excluded.look
                        """
                    ).bind(kept.signature.bytes, kept.fingerprint.bytes, content).run()
                }
            }
        }
    }

    package func fingerprints(of contents: [ContentDigest]) async throws -> [ContentDigest: PhotoFingerprint] {
        try await use { connection in
            let statement = try connection.statement(
                "SELECT l.look FROM photos p JOIN looks l ON l.photo = p.id WHERE p.content = ? LIMIT 1")
            var fingerprints: [ContentDigest: PhotoFingerprint] = [:]
            for content in contents {
                defer { statement.reset() }
                if try statement.bind(content).step() {
                    fingerprints[content] = PhotoFingerprint(bytes: statement.blob(0))
                }
            }
            return fingerprints
        }
    }
}
