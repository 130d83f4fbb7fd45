import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "\(Self.hasNoFaces) AND p.photo > ? ORDER BY p.photo LIMIT ?", finder.value, photo.value, Int64(limit))
        }
    }

    package func countWithoutFaces(by finder: FaceFinderID) async throws -> Int {
        try await use { connection in
            Int(
                try connection.integer(
                    "SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown) AND \(Self.hasNoFaces)", finder.value) ?? 0)
        }
    }

    /// Faces belong to content digests, so photos without one wait until they have it.
    private static let hasNoFaces =
        "+p.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM faces WHERE photo = p.photo AND finder = ?)"

    package func record(_ faces: [ContentDigest: FoundFaces]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                guard try connection.keepsPeople() else { return }
                for (content, found) in faces {
                    try connection.statement(
                        """
                        INSERT INTO faces(photo, finder, count, found) SELECT photo, ?, ?, ? FROM photos WHERE content = ?
                        ON CONFLICT(photo) DO UPDATE
                        SET finder = excluded.finder, count = excluded.count, found = excluded.found
                        """
                    ).bind(found.finder.value, Int64(found.faces.faces.count), found.bytes, content).run()
                }
            }
        }
    }

    package func faces(of contents: [ContentDigest]) async throws -> [ContentDigest: FoundFaces] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT f.finder, f.found, p.width, p.height FROM photos p JOIN faces f ON f.photo = p.photo
                WHERE p.content = ? LIMIT 1
                """)
            var faces: [ContentDigest: FoundFaces] = [:]
            for content in contents {
                defer { statement.reset() }
                if try statement.bind(content).step() { faces[content] = statement.faces(0) }
            }
            return faces
        }
    }

    package func photosWithFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoFaces] {
        try await use { connection in
            try connection.photosWithFaces(
                "f.photo > ? ORDER BY f.photo LIMIT ?", finder, photo.value, Int64(limit))
        }
    }
}
