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

extension SQLiteCatalog {
    package func usualFaceFinder() async throws -> FaceFinderID? {
        try await use { connection in
            try connection.integer(
                """
                SELECT finder FROM faces WHERE found IS NOT NULL GROUP BY finder ORDER BY count(*) DESC, finder LIMIT 1
                """
            ).map { FaceFinderID($0) }
        }
    }

    package func hasUnplacedFaces(by finder: FaceFinderID) async throws -> Bool {
        try await use { connection in
            let versions = [try connection.setting(People.placedVersion), try connection.setting(People.version)]
            if versions[0] != versions[1] { return true }
            return try connection.integer(
                """
                SELECT 1 FROM faces f JOIN photos p ON p.id = f.photo
                WHERE f.found IS NOT NULL AND f.finder = ? AND p.content IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM placed_faces x WHERE x.content = p.content AND x.finder = f.finder)
                LIMIT 1
                """, finder.value) != nil
        }
    }

    package func placedPeople() async throws -> PlacedPeople {
        try await use { connection in
            try connection.snapshot {
                PlacedPeople(
                    try connection.placedFaces(), nextNumber: try connection.number(People.nextNumber, else: 1),
                    version: try connection.number(People.version, else: 0))
            }
        }
    }

    package func record(_ placed: PlacedPeople, isAll: Bool) async throws -> Bool {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                guard try connection.keepsPeople(),
                    try connection.number(People.version, else: 0) == placed.version
                else { return false }
                for (content, faces) in placed.faces {
                    try connection.statement("DELETE FROM placed_faces WHERE content = ?").bind(content).run()
                    for (number, place) in faces.places.enumerated() {
                        try connection.statement(
                            """
                            INSERT INTO placed_faces(content, face, finder, person, cluster, said)
                            VALUES(?, ?, ?, ?, ?, ?)
                            """
                        ).bind([
                            content, Int64(number), faces.finder.value, place?.person.value, place?.group,
                            Int64(place?.isSaid ?? false ? 1 : 0),
                        ]).run()
                    }
                }
                if isAll { try connection.forgetContents(in: Checksums.placedFaces) }
                try connection.countUp(People.version)
                try connection.set(People.placedVersion, to: try connection.setting(People.version))
                try connection.set(People.nextNumber, to: String(placed.nextNumber))
                return true
            }
        }
    }

    package func faceNews(since stamp: VectorStamp?, by finder: FaceFinderID) async throws -> FaceNews {
        try await use { connection in
            try connection.snapshot {
                let versions = [try connection.setting(People.placedVersion), try connection.setting(People.version)]
                let changed = try stamp.flatMap { try connection.photosChanged(since: $0) }
                let photos = try (changed ?? []).flatMap { photo in
                    try connection.photosWithFaces("f.photo = ?", finder, photo)
                }
                let spoken = try photos.map(\.content).filter { content in
                    try connection.integer(
                        """
                        SELECT EXISTS (SELECT 1 FROM face_words WHERE content = ?1)
                            OR EXISTS (SELECT 1 FROM placed_faces WHERE content = ?1)
                        """, content) != 0
                }
                return FaceNews(
                    stamp: try connection.newest(of: Connection.log),
                    version: versions[0] == versions[1] ? try connection.number(People.version, else: 0) : nil,
                    changed: changed.map { Set($0.map { PhotoID($0) }) }, photos: photos, spoken: Set(spoken))
            }
        }
    }
}

extension Connection {
    func countUp(_ setting: String) throws(EvokeError) {
        try set(setting, to: String(try number(setting, else: 0) + 1))
    }

    fileprivate func number(_ setting: String, else other: Int64) throws(EvokeError) -> Int64 {
        try self.setting(setting).flatMap { Int64($0) } ?? other
    }

    fileprivate func placedFaces() throws(EvokeError) -> [ContentDigest: PlacedFaces] {
        let statement = try statement(
            "SELECT content, finder, person, cluster, said FROM placed_faces ORDER BY content, face")
        defer { statement.reset() }
        var (faces, places): ([ContentDigest: PlacedFaces], [FacePlace?]) = ([:], [])
        var now: ContentDigest?
        while try statement.step() {
            guard let content = ContentDigest(bytes: statement.blob(0)) else { continue }
            if content != now { (now, places) = (content, []) }
            places.append(
                statement.isNull(2)
                    ? nil
                    : FacePlace(
                        person: PersonID(statement.integer(2)), group: statement.isNull(3) ? nil : statement.integer(3),
                        isSaid: statement.integer(4) != 0))
            faces[content] = PlacedFaces(places, by: FaceFinderID(statement.integer(1)))
        }
        return faces
    }
}
