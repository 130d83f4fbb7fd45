package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard] {
        try await read { try $0.cards(of: photos) }
    }

    package func cards(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { try $0.cards(where: "p.photo > $1 ORDER BY p.photo LIMIT $2", photo, limit) }
    }

    package func photo(at path: DiskPath) async throws -> PhotoID? {
        try await read { try $0.photo(at: path) }
    }

    package func metadata(of photos: [PhotoID]) async throws -> [PhotoID: PhotoMetadata] {
        try await snapshot { try $0.metadata(of: photos) }
    }

    package func sample(_ count: Int, of total: Int) async throws -> [PhotoID] {
        try await read { connection in
            // Photos are numbered from 1, with gaps.
            let first = (0..<count).map { place in
                """
                SELECT photo FROM (
                    SELECT p.photo FROM photos p WHERE p.photo > \(place * total / count)
                        AND \(CatalogCondition.canBeShown) ORDER BY p.photo LIMIT 1) s
                """
            }
            return try connection.map(first.joined(separator: " UNION ")) { row in row.photo(0) }.sorted()
        }
    }

    package func metadata(of photo: PhotoID) async throws -> (metadata: PhotoMetadata, companions: [DiskPath])? {
        try await snapshot { connection in
            guard let metadata = try connection.metadata(of: [photo])[photo] else { return nil }
            let companions = try connection.map(
                "SELECT path FROM companions WHERE photo = $1 ORDER BY path", photo
            ) { row in row.path(0) }
            return (metadata, companions)
        }
    }
}

/// Conditions on a photo `p`.
package enum CatalogCondition {
    /// Whether it can be shown. Combine it with `+p.content`, not `p.content`: otherwise SQLite walks the photos in the
    /// order of their digests, which has nothing to do with that on disk.
    package static let canBeShown = """
        p.missing = 0 AND (NOT EXISTS (SELECT 1 FROM failures WHERE photo = p.photo)
            OR EXISTS (SELECT 1 FROM vectors WHERE photo = p.photo))
        """
}

extension CatalogConnection {
    package func photo(at path: DiskPath) throws(EvokeError) -> PhotoID? {
        guard let folder = path.parent else { return nil }
        return try integer(
            "SELECT photo FROM photos WHERE folder = (SELECT folder FROM folders WHERE path = $1) AND name = $2",
            folder, Array(path.name)
        ).map { PhotoID($0) }
    }

    package func cards(of photos: [PhotoID]) throws(EvokeError) -> [PhotoID: PhotoCard] {
        let cards = try cards(where: "p.photo IN list($1)", photos)
        return Dictionary(cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Only photos that can be shown.
    package func cards(where condition: String, _ values: any CatalogBindable...) throws(EvokeError) -> [PhotoCard] {
        try map(
            """
            SELECT p.photo, d.path, p.name, p.size, p.modified, p.inode, p.changed, p.width, p.height, p.content,
                t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source,
                coalesce((SELECT substr(value, 1, 200) FROM marks WHERE content = p.content AND kind = 'caption' LIMIT 1),
                    t.title, substr(t.description, 1, 200)), l.known, l.city, l.subdivision, l.country,
                EXISTS (SELECT 1 FROM marks WHERE content = p.content AND kind = 'favourite'), t.length
            FROM photos p JOIN folders d ON d.folder = p.folder LEFT JOIN metadata t ON t.photo = p.photo
                LEFT JOIN places l ON l.photo = p.photo
            WHERE \(CatalogCondition.canBeShown) AND \(condition)
            """, with: values
        ) { row in
            PhotoCard(
                id: row.photo(0), path: row.path(1).appending(row.bytes(2)), stamp: row.stamp(from: 3),
                content: row.digest(9), size: row.size(7), taken: row.takenDate(from: 10),
                caption: row.optionalText(15), place: row.integer(16) == 1 ? row.place(from: 17) : nil,
                isFavorite: row.integer(20) == 1, seconds: row.optionalReal(21))
        }
    }

    /// Only photos of which some was recorded.
    package func metadata(of photos: [PhotoID]) throws(EvokeError) -> [PhotoID: PhotoMetadata] {
        let columns = CatalogTable.metadata.values.map(\.name).joined(separator: ", ")
        var metadata = try dictionary(
            "SELECT photo, \(columns) FROM metadata WHERE photo IN list($1)", photos
        ) { row in (row.photo(0), row.metadata(from: 1)) }
        for (photo, keywords) in try keywords(of: photos.map(\.value)) {
            metadata[PhotoID(photo)]?.keywords = keywords
        }
        return metadata
    }

    /// Only photos that have keywords.
    package func keywords(of photos: [Int64]) throws(EvokeError) -> [Int64: [String]] {
        var keywords: [Int64: [String]] = [:]
        try run(
            "SELECT photo, keyword FROM keywords WHERE photo IN list($1) ORDER BY photo, position", with: [photos]
        ) { row in
            keywords[row.integer(0), default: []].append(row.text(1))
        }
        return keywords
    }
}
