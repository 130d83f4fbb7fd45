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
                try connection.integer(
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
                "f.photo > $3 ORDER BY f.photo LIMIT $4", finder, photo.value, Int64(limit))
        }
    }
}

extension Connection {
    func photosWithFaces(
        _ condition: String, _ finder: FaceFinderID, _ values: any Bindable...
    ) throws(EvokeError) -> [PhotoFaces] {
        try rows(
            """
            SELECT f.finder, f.found, p.width, p.height, p.photo, p.content,
                t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source
            FROM evoke.faces f JOIN evoke.photos p USING (library, photo)
                LEFT JOIN evoke.facts t USING (library, photo)
            WHERE f.library = $1 AND f.found IS NOT NULL AND f.finder = $2 AND p.content IS NOT NULL AND \(condition)
            """, [finder.value] + values
        ).compactMap { row in
            guard let found = row.faces(0), let content = row.digest(5) else { return nil }
            return PhotoFaces(
                photo: PhotoID(row.integer(4)), content: content, taken: row.takenDate(from: 6), found: found)
        }
    }
}

extension Row {
    /// Reads the result from the columns of the finder, the faces, and the photo's width and height; nil if missing or
    /// invalid.
    fileprivate func faces(_ column: Int32) -> FoundFaces? {
        let finder = FaceFinderID(integer(column))
        guard isNull(column + 1) else { return FoundFaces(bytes: bytes(column + 1), by: finder) }
        return FoundFaces(PictureFaces([], in: size(column + 2) ?? PixelSize(width: 0, height: 0)), by: finder)
    }
}

extension PostgresCatalog {
    func usualFaceFinder() async throws -> FaceFinderID? {
        try await read { connection in
            try connection.integer(
                """
                SELECT finder FROM evoke.faces WHERE library = $1 AND found IS NOT NULL
                GROUP BY finder ORDER BY count(*) DESC, finder LIMIT 1
                """
            ).map { FaceFinderID($0) }
        }
    }

    func hasUnplacedFaces(by finder: FaceFinderID) async throws -> Bool {
        try await read { connection in
            guard try connection.number(Connection.placedVersion) == connection.number(Connection.peopleVersion) else {
                return true
            }
            return try connection.integer(
                """
                SELECT 1::bigint FROM evoke.faces f JOIN evoke.photos p USING (library, photo)
                WHERE f.library = $1 AND f.found IS NOT NULL AND f.finder = $2 AND p.content IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM evoke.placed_faces x
                    WHERE x.library = p.library AND x.content = p.content AND x.finder = f.finder)
                LIMIT 1
                """, finder.value) != nil
        }
    }

    func placedPeople() async throws -> PlacedPeople {
        try await read { connection in
            PlacedPeople(
                try connection.placedFaces(), nextNumber: try connection.number(Connection.nextNumber) ?? 1,
                version: try connection.number(Connection.peopleVersion) ?? 0)
        }
    }

    func record(_ placed: PlacedPeople, isAll: Bool) async throws -> Bool {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            guard try connection.keepsPeople(),
                try connection.number(Connection.peopleVersion) ?? 0 == placed.version
            else { return false }
            let contents = List(placed.faces.keys.map(\.self))
            try connection.rows("DELETE FROM evoke.placed_faces WHERE library = $1 AND content = ANY($2)", contents)
            let rows = placed.faces.flatMap { content, faces in
                faces.places.enumerated().map { (content, Int64($0), faces.finder.value, $1) }
            }
            try connection.rows(
                """
                INSERT INTO evoke.placed_faces(library, content, face, finder, person, cluster, said)
                SELECT $1, c.* FROM unnest($2, $3, $4, $5, $6, $7) AS c(content, face, finder, person, cluster, said)
                """, List(rows.map(\.0)), Numbers(rows.map(\.1)), Numbers(rows.map(\.2)),
                Numbers(rows.map { $0.3?.person.value }), Numbers(rows.map { $0.3?.group }),
                Numbers(rows.map { row -> Int64? in row.3?.isSaid == true ? 1 : 0 }))
            if isAll { try connection.forgetContents(in: Tables.ofPlaces[0]) }
            let photos = try connection.rows(
                "SELECT photo FROM evoke.photos WHERE library = $1 AND content = ANY($2)", contents)
            connection.changes.photos.formUnion(photos.map { $0.integer(0) })
            try connection.countUp(Connection.peopleVersion)
            try connection.set(
                Connection.placedVersion, to: try connection.number(Connection.peopleVersion).map { String($0) })
            try connection.set(Connection.nextNumber, to: String(placed.nextNumber))
            return true
        }
    }

    func faceNews(since stamp: VectorStamp?, by finder: FaceFinderID) async throws -> FaceNews {
        try await read { connection in
            try connection.snapshot {
                let version = try connection.number(Connection.peopleVersion)
                let isPlaced = try connection.number(Connection.placedVersion) == version
                let changed = try stamp.flatMap { try connection.photosChanged(since: $0) }
                let photos = try connection.photosWithFaces("f.photo = ANY($3)", finder, Numbers(changed ?? []))
                let spoken = try connection.rows(
                    """
                    SELECT content FROM evoke.face_words WHERE library = $1 AND content = ANY($2)
                    UNION SELECT content FROM evoke.placed_faces WHERE library = $1 AND content = ANY($2)
                    """, List(photos.map(\.content)))
                return FaceNews(
                    stamp: try connection.newest(of: .photos), version: isPlaced ? version ?? 0 : nil,
                    changed: changed.map { Set($0.map { PhotoID($0) }) }, photos: photos,
                    spoken: Set(spoken.compactMap { $0.digest(0) }))
            }
        }
    }
}

extension Connection {
    func countUp(_ setting: String) throws(EvokeError) { try set(setting, to: String((try number(setting) ?? 0) + 1)) }

    fileprivate func number(_ setting: String) throws(EvokeError) -> Int64? {
        try rows("SELECT value FROM evoke.settings WHERE library = $1 AND name = $2", setting).first
            .flatMap { Int64($0.text(0)) }
    }

    fileprivate func placedFaces() throws(EvokeError) -> [ContentDigest: PlacedFaces] {
        var (faces, places): ([ContentDigest: PlacedFaces], [FacePlace?]) = ([:], [])
        var now: ContentDigest?
        for row in try rows(
            """
            SELECT content, finder, person, cluster, said FROM evoke.placed_faces WHERE library = $1
            ORDER BY content, face
            """)
        {
            guard let content = row.digest(0) else { continue }
            if content != now { (now, places) = (content, []) }
            places.append(
                row.optionalInteger(2).map {
                    FacePlace(person: PersonID($0), group: row.optionalInteger(3), isSaid: row.integer(4) != 0)
                })
            faces[content] = PlacedFaces(places, by: FaceFinderID(row.integer(1)))
        }
        return faces
    }
}
