import EvokeValues

extension PostgresCatalog {
    func metadata(of photo: PhotoID) async throws -> (metadata: PhotoMetadata, companions: [FilePath])? {
        try await read { connection in
            try connection.snapshot {
                let row = try connection.rows(
                    "SELECT \(Row.metadataColumns) FROM evoke.facts t WHERE t.library = $1 AND t.photo = $2",
                    photo.value
                ).first
                guard var metadata = row?.metadata(from: 0) else { return nil }
                metadata.keywords = try connection.keywords(of: [photo.value])[photo.value] ?? []
                let companions = try connection.rows(
                    "SELECT path FROM evoke.companions WHERE library = $1 AND photo = $2 ORDER BY path", photo.value)
                return (metadata, companions.map { $0.path(0) })
            }
        }
    }

    func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard] {
        try await read { try $0.cards(of: photos) }
    }

    func cards(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { try $0.cards("p.photo > $2 ORDER BY p.photo LIMIT $3", photo.value, Int64(limit)) }
    }

    func photosWithoutColors(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { connection in
            try connection.cards(
                "p.colors IS NULL AND p.photo > $2 ORDER BY p.photo LIMIT $3", photo.value, Int64(limit))
        }
    }
}

extension Connection {
    func cards(of photos: [PhotoID]) throws(EvokeError) -> [PhotoID: PhotoCard] {
        let cards = try cards("p.photo = ANY($2)", Numbers(photos.map(\.value)))
        return Dictionary(cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Only photos that can be shown.
    func cards(_ condition: String, _ values: any Bindable...) throws(EvokeError) -> [PhotoCard] {
        try rows(
            """
            SELECT p.photo, d.path, p.name, p.size, p.modified, p.inode, p.changed, p.width, p.height, p.content,
                t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source,
                coalesce((SELECT substr(m.value, 1, 200) FROM evoke.marks m
                    WHERE m.library = p.library AND m.content = p.content AND m.kind = 'caption' LIMIT 1),
                    t.title, substr(t.description, 1, 200)), l.known, l.city, l.subdivision, l.country,
                EXISTS (SELECT 1 FROM evoke.marks m
                    WHERE m.library = p.library AND m.content = p.content AND m.kind = 'favourite'), t.length
            FROM evoke.photos p JOIN evoke.folders d USING (library, folder) LEFT JOIN evoke.facts t USING (library, photo)
                LEFT JOIN evoke.places l USING (library, photo)
            WHERE p.library = $1 AND \(PostgresCatalog.canBeShown) AND \(condition)
            """, values
        ).map { row in
            PhotoCard(
                id: PhotoID(row.integer(0)), path: row.path(1).appending(row.bytes(2)), stamp: row.stamp(from: 3),
                content: row.digest(9), size: row.size(7), taken: row.takenDate(from: 10),
                caption: row.optionalText(15), place: row.integer(16) == 1 ? row.place(from: 17) : nil,
                isFavorite: row.integer(20) == 1, length: row.optionalReal(21))
        }
    }

    /// Only photos that have keywords.
    func keywords(of photos: [Int64]) throws(EvokeError) -> [Int64: [String]] {
        var keywords: [Int64: [String]] = [:]
        for row in try rows(
            "SELECT photo, keyword FROM evoke.keywords WHERE library = $1 AND photo = ANY($2) ORDER BY photo, place",
            Numbers(photos))
        {
            keywords[row.integer(0), default: []].append(row.text(1))
        }
        return keywords
    }
}
