import EvokeSystem
package import EvokeValues

extension SQLiteCatalog {
    package func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard] {
        try await use { try $0.cards(of: photos) }
    }

    package func cards(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(where: "p.id > ? ORDER BY p.id LIMIT ?", photo.value, Int64(limit))
        }
    }

    /// Combine it with `+p.content`, not `p.content`: otherwise SQLite walks the photos along the index of digests,
    /// whose order has nothing to do with that on disk.
    static let canBeShown = """
        p.missing = 0 AND (p.id NOT IN (SELECT photo FROM failures) OR EXISTS (SELECT 1 FROM vectors WHERE photo = p.id))
        """

    fileprivate static let cards = """
        SELECT p.id, d.path, p.name, p.size, p.modified, p.inode, p.changed, p.width, p.height, p.content,
            t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source,
            coalesce((SELECT substr(m.value, 1, 200) FROM marks m WHERE m.content = p.content AND m.kind = 'caption'),
                t.title, substr(t.description, 1, 200)), l.known, l.city, l.subdivision, l.country,
            EXISTS (SELECT 1 FROM marks m WHERE m.content = p.content AND m.kind = 'favourite'), t.length
        FROM photos p JOIN folders d ON d.id = p.folder LEFT JOIN facts t ON t.photo = p.id
            LEFT JOIN places l ON l.photo = p.id
        """
}

extension Connection {
    /// Only photos that can be shown.
    func cards(where condition: String, _ values: Int64...) throws(EvokeError) -> [PhotoCard] {
        let statement = try statement(
            """
            \(SQLiteCatalog.cards)
            WHERE \(SQLiteCatalog.canBeShown) AND \(condition)
            """
        ).bind(values)
        defer { statement.reset() }
        var cards: [PhotoCard] = []
        while try statement.step() { cards.append(statement.card) }
        return cards
    }

    func cards(of photos: [PhotoID]) throws(EvokeError) -> [PhotoID: PhotoCard] {
        // A single statement, because each one locks and unlocks the file.
        let list = "[\(photos.map { "\($0.value)" }.joined(separator: ","))]"
        let statement = try statement(
            """
            \(SQLiteCatalog.cards)
            WHERE p.id IN (SELECT value FROM json_each(?)) AND \(SQLiteCatalog.canBeShown)
            """
        ).bind(list)
        defer { statement.reset() }
        var found: [PhotoID: PhotoCard] = [:]
        while try statement.step() {
            let card = statement.card
            found[card.id] = card
        }
        return found
    }
}

extension Statement {
    fileprivate var card: PhotoCard {
        var size: PixelSize?
        if !isNull(7), !isNull(8) { size = PixelSize(width: Int(integer(7)), height: Int(integer(8))) }
        return PhotoCard(
            id: PhotoID(integer(0)), path: path(1).appending(blob(2)),
            stamp: stamp(from: 3), content: isNull(9) ? nil : ContentDigest(bytes: blob(9)), size: size,
            taken: takenDate(from: 10), caption: isNull(15) ? nil : text(15),
            place: isNull(16) || integer(16) == 0 ? nil : place(from: 17), isFavourite: integer(20) != 0,
            length: isNull(21) ? nil : real(21))
    }

    /// In four columns: size, modification time, inode, change time.
    func stamp(from first: Int32) -> FileStamp {
        FileStamp(
            size: integer(first), modifiedNanoseconds: integer(first + 1),
            inode: UInt64(bitPattern: integer(first + 2)),
            changedNanoseconds: isNull(first + 3) ? nil : integer(first + 3))
    }

    /// Reads a date from five columns, in the order of the metadata table.
    func takenDate(from first: Int32) -> TakenDate? {
        guard !isNull(first), let precision = TakenDate.Precision(rawValue: text(first + 3)),
            let source = TakenDate.Source(rawValue: text(first + 4))
        else { return nil }
        return TakenDate(
            localSeconds: integer(first), nanoseconds: Int32(truncatingIfNeeded: integer(first + 1)),
            utcOffsetMinutes: isNull(first + 2) ? nil : Int(integer(first + 2)), precision: precision, source: source)
    }
}
