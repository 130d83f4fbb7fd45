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
            place: isNull(16) || integer(16) == 0 ? nil : place(from: 17), isFavorite: integer(20) != 0,
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

extension SQLiteCatalog {
    package func metadata(of photo: PhotoID) async throws -> (metadata: PhotoMetadata, companions: [FilePath])? {
        try await use { connection in
            guard var metadata = try connection.metadata(of: photo) else { return nil }
            metadata.keywords = try connection.keywords(of: photo)
            let statement = try connection.statement("SELECT path FROM companions WHERE photo = ?").bind(photo.value)
            defer { statement.reset() }
            var companions: [FilePath] = []
            while try statement.step() { companions.append(statement.path(0)) }
            return (metadata, companions)
        }
    }
}

extension Connection {
    /// Replaces the metadata of the photo at `path`.
    func describe(_ path: FilePath, _ metadata: PhotoMetadata, _ companions: PhotoCompanions) throws(EvokeError) {
        guard
            let photo = try integer(
                "SELECT id FROM photos WHERE folder = (SELECT id FROM folders WHERE path = ?) AND name = ?",
                path.parent ?? FilePath("/"), Array(path.name))
        else { return }
        try statement("UPDATE photos SET sidecars = ? WHERE id = ?").bind(companions.sidecarStamp, photo).run()
        try statement("INSERT OR REPLACE INTO facts VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)")
            .bind(
                photo, metadata.taken?.localSeconds, metadata.taken.map { Int64($0.nanoseconds) },
                metadata.taken?.utcOffsetMinutes.map(Int64.init), metadata.taken?.precision.rawValue,
                metadata.taken?.source.rawValue, metadata.camera?.make, metadata.camera?.model, metadata.lens,
                metadata.place?.latitude, metadata.place?.longitude, metadata.place?.altitude,
                metadata.orientation.map(Int64.init), metadata.rating.map(Int64.init), metadata.title,
                metadata.description,
                metadata.length
            ).run()
        try forgetPlace(of: photo, hasCoordinates: metadata.place != nil)
        try statement("DELETE FROM keywords WHERE photo = ?").bind(photo).run()
        for (place, keyword) in metadata.keywords.enumerated() {
            try statement("INSERT INTO keywords(photo, place, keyword) VALUES(?, ?, ?)")
                .bind(photo, Int64(place), keyword).run()
        }
        try statement("DELETE FROM companions WHERE photo = ?").bind(photo).run()
        for file in companions.files + companions.sidecars {
            try statement("INSERT INTO companions(photo, path) VALUES(?, ?)").bind(photo, file).run()
        }
    }

    func keywords(of photo: PhotoID) throws(EvokeError) -> [String] {
        let statement = try statement("SELECT keyword FROM keywords WHERE photo = ? ORDER BY place").bind(photo.value)
        defer { statement.reset() }
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0)) }
        return texts
    }

    func metadata(of photo: PhotoID) throws(EvokeError) -> PhotoMetadata? {
        let row = try statement("SELECT * FROM facts WHERE photo = ?").bind(photo.value)
        defer { row.reset() }
        return try row.step() ? row.metadata : nil
    }
}

extension Statement {
    /// A row of the metadata table; keywords are in a table of their own.
    var metadata: PhotoMetadata {
        func text(_ column: Int32) -> String? { isNull(column) ? nil : self.text(column) }
        func integer(_ column: Int32) -> Int? { isNull(column) ? nil : Int(self.integer(column)) }
        func real(_ column: Int32) -> Double? { isNull(column) ? nil : self.real(column) }
        var metadata = PhotoMetadata()
        metadata.taken = takenDate(from: 1)
        metadata.camera = text(7).map { Camera(make: text(6), model: $0) }
        metadata.lens = text(8)
        if let latitude = real(9), let longitude = real(10) {
            metadata.place = Coordinates(latitude: latitude, longitude: longitude, altitude: real(11))
        }
        metadata.orientation = integer(12)
        metadata.rating = integer(13)
        metadata.title = text(14)
        metadata.description = text(15)
        metadata.length = real(17)
        return metadata
    }
}
