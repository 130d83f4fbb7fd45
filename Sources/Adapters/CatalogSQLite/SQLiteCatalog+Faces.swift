package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "\(Self.hasNoFaces) AND p.id > ? ORDER BY p.id LIMIT ?", finder.value, photo.value, Int64(limit))
        }
    }

    package func countWithoutFaces(by finder: FaceFinderID) async throws -> Int {
        try await use { connection in
            Int(
                try connection.integer(
                    "SELECT count(*) FROM photos p WHERE \(Self.canBeShown) AND \(Self.hasNoFaces)", finder.value) ?? 0)
        }
    }

    /// Faces belong to content digests, so photos without one wait until they have it.
    private static let hasNoFaces =
        "+p.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM faces WHERE photo = p.id AND finder = ?)"

    package func record(_ faces: [ContentDigest: FoundFaces]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                guard try connection.keepsPeople() else { return }
                for (content, found) in faces {
                    try connection.statement(
                        """
                        INSERT INTO faces(photo, finder, count, found) SELECT id, ?, ?, ? FROM photos WHERE content = ?
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
                SELECT f.finder, f.found, p.width, p.height FROM photos p JOIN faces f ON f.photo = p.id
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

extension Connection {
    func photosWithFaces(
        _ condition: String, _ finder: FaceFinderID, _ values: any Bindable...
    ) throws(EvokeError) -> [PhotoFaces] {
        let statement = try statement(
            """
            SELECT f.finder, f.found, p.width, p.height, p.id, p.content,
                t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source
            FROM faces f JOIN photos p ON p.id = f.photo LEFT JOIN facts t ON t.photo = f.photo
            WHERE f.found IS NOT NULL AND f.finder = ? AND p.content IS NOT NULL AND \(condition)
            """
        ).bind([finder.value] + values)
        defer { statement.reset() }
        var photos: [PhotoFaces] = []
        while try statement.step() {
            guard let found = statement.faces(0), let content = ContentDigest(bytes: statement.blob(5)) else {
                continue
            }
            photos.append(
                PhotoFaces(
                    photo: PhotoID(statement.integer(4)), content: content, taken: statement.takenDate(from: 6),
                    found: found))
        }
        return photos
    }
}

extension Statement {
    /// Reads the result from the columns of the finder, the faces, and the photo's width and height; nil if missing or
    /// invalid.
    fileprivate func faces(_ column: Int32) -> FoundFaces? {
        let finder = FaceFinderID(integer(column))
        guard isNull(column + 1) else { return FoundFaces(bytes: blob(column + 1), by: finder) }
        let size = PixelSize(width: Int(integer(column + 2)), height: Int(integer(column + 3)))
        return FoundFaces(PictureFaces([], in: size), by: finder)
    }
}
