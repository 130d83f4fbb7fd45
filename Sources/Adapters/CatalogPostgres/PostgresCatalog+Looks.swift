import EvokePorts
import EvokeValues

extension PostgresCatalog {
    func photosWithoutLook(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { connection in
            try connection.cards(
                "\(Self.hasNoLook) AND p.photo > $2 ORDER BY p.photo LIMIT $3", photo.value, Int64(limit))
        }
    }

    func countWithoutLook() async throws -> Int {
        try await read { connection in
            Int(
                try connection.integer(
                    """
                    SELECT count(*) FROM evoke.photos p
                    WHERE p.library = $1 AND \(Self.canBeShown) AND \(Self.hasNoLook)
                    """) ?? 0)
        }
    }

    /// Looks are noted for contents, so those without a digest wait until they have one.
    private static let hasNoLook = """
        p.content IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM evoke.looks x WHERE x.library = p.library AND x.photo = p.photo)
        """

    func note(_ looks: [ContentDigest: KeptLook]) async throws {
        try await write { connection throws(EvokeError) in
            // Locked first: they may hold something else until then.
            let photos = try connection.rows(
                """
                SELECT p.photo, p.content FROM evoke.photos p WHERE p.library = $1 AND p.content = ANY($2)
                ORDER BY p.photo FOR NO KEY UPDATE OF p
                """, List(looks.keys.map(\.self)))
            var kept: [(photo: Int64, look: KeptLook)] = []
            for row in photos {
                if let look = row.digest(1).flatMap({ looks[$0] }) { kept.append((row.integer(0), look)) }
            }
            guard !kept.isEmpty else { return }
            try connection.rows(
                """
                INSERT INTO evoke.looks(library, photo, signature, look)
                SELECT $1, c.* FROM unnest($2, $3, $4) AS c(photo, signature, look)
                ON CONFLICT (library, photo) DO UPDATE SET signature = excluded.signature, look = excluded.look
                """, Numbers(kept.map(\.photo)), List(kept.map { Blob($0.look.signature.bytes) }),
                List(kept.map { Blob($0.look.look.bytes) }))
        }
    }

    func looks(of photos: [PhotoID]) async throws -> [PhotoID: PhotoLook] {
        try await read { connection in
            var looks: [PhotoID: PhotoLook] = [:]
            for row in try connection.rows(
                "SELECT photo, look FROM evoke.looks WHERE library = $1 AND photo = ANY($2)",
                Numbers(photos.map(\.value)))
            {
                looks[PhotoID(row.integer(0))] = PhotoLook(bytes: row.bytes(1))
            }
            return looks
        }
    }

    func traces() async throws -> [PhotoTrace] {
        try await read { connection in
            try connection.rows(
                """
                SELECT p.photo, p.content, p.width, p.height, p.size, p.name,
                    t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source, t.camera, l.signature
                FROM evoke.photos p LEFT JOIN evoke.facts t USING (library, photo)
                    LEFT JOIN evoke.looks l USING (library, photo)
                WHERE p.library = $1 AND \(Self.canBeShown) ORDER BY p.photo
                """
            ).map { row in
                PhotoTrace(
                    PhotoID(row.integer(0)), content: row.digest(1), size: row.size(2), bytes: row.integer(4),
                    isOfCamera: FilePath(bytes: row.bytes(5)).format?.isOfCamera ?? false,
                    taken: row.takenDate(from: 6), camera: row.optionalText(11),
                    signature: row.isNull(12) ? nil : LookSignature(bytes: row.bytes(12)))
            }
        }
    }
}
