import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func photosWithoutFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await read { connection in
            try connection.cards(
                "\(Self.hasNoFaces(by: "$2")) AND p.photo > $3 ORDER BY p.photo LIMIT $4", finder.value, photo.value,
                Int64(limit))
        }
    }

    func countWithoutFaces(by finder: FaceFinderID) async throws -> Int {
        try await read { connection in
            Int(
                try connection.nativeInteger(
                    """
                    SELECT count(*) FROM evoke.photos p
                    WHERE p.library = $1 AND \(Self.canBeShown) AND \(Self.hasNoFaces(by: "$2"))
                    """, finder.value) ?? 0)
        }
    }

    /// Faces belong to content digests, so photos without one wait until they have it.
    private static func hasNoFaces(by finder: String) -> String {
        """
        p.content IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM evoke.faces x WHERE x.library = p.library AND x.photo = p.photo AND x.finder = \(finder))
        """
    }

    func record(_ faces: [ContentDigest: FoundFaces]) async throws {
        try await write { connection throws(EvokeError) in
            guard try connection.keepsPeople() else { return }
            // Locked before reading: until then, their content may change.
            let photos = try connection.rows(
                """
                SELECT p.photo, p.content FROM evoke.photos p WHERE p.library = $1 AND p.content = ANY($2)
                ORDER BY p.photo FOR NO KEY UPDATE OF p
                """, List(faces.keys.map(\.self)))
            var kept: [(photo: Int64, found: FoundFaces)] = []
            for row in photos {
                if let found = row.digest(1).flatMap({ faces[$0] }) { kept.append((row.integer(0), found)) }
            }
            guard !kept.isEmpty else { return }
            connection.changes.photos.formUnion(kept.map(\.photo))
            try connection.rows(
                """
                INSERT INTO evoke.faces(library, photo, finder, count, found)
                SELECT $1, c.* FROM unnest($2, $3, $4, $5) AS c(photo, finder, count, found)
                ON CONFLICT (library, photo) DO UPDATE
                SET finder = excluded.finder, count = excluded.count, found = excluded.found
                """, Numbers(kept.map(\.photo)), Numbers(kept.map(\.found.finder.value)),
                Numbers(kept.map { Int64($0.found.faces.faces.count) }),
                List(kept.map { $0.found.bytes.map { Blob($0) } }))
        }
    }

    func faces(of contents: [ContentDigest]) async throws -> [ContentDigest: FoundFaces] {
        try await read { connection in
            var faces: [ContentDigest: FoundFaces] = [:]
            for row in try connection.rows(
                """
                SELECT DISTINCT ON (p.content) f.finder, f.found, p.width, p.height, p.content
                FROM evoke.photos p JOIN evoke.faces f USING (library, photo)
                WHERE p.library = $1 AND p.content = ANY($2)
                """, List(contents))
            {
                if let content = row.digest(4) { faces[content] = row.faces(0) }
            }
            return faces
        }
    }

    func photosWithFaces(by finder: FaceFinderID, after photo: PhotoID, limit: Int) async throws -> [PhotoFaces] {
        try await read { connection in
            try connection.photosWithFaces(
                "f.photo > $2 ORDER BY f.photo LIMIT $3", finder, photo, limit)
        }
    }
}
