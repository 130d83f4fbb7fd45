import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutText(
        by reader: TextReaderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "\(Self.hasNoText) AND p.photo > ? ORDER BY p.photo LIMIT ?", reader.value, photo.value, Int64(limit))
        }
    }

    package func countWithoutText(by reader: TextReaderID) async throws -> Int {
        try await use { connection in
            Int(
                try connection.integer(
                    "SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown) AND \(Self.hasNoText)", reader.value) ?? 0)
        }
    }

    /// Texts belong to content digests, so photos without one wait until they have it.
    private static let hasNoText =
        "+p.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM texts WHERE photo = p.photo AND reader = ?)"

    package func record(_ texts: [ContentDigest: ReadText]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (content, read) in texts { try connection.keep(read, where: "content", content) }
                try connection.followFullText()
            }
        }
    }

    package func text(of photo: PhotoID) async throws -> ReadText? {
        try await use { connection in
            let row = try connection.statement(
                """
                SELECT t.reader, t.lines, p.width, p.height FROM texts t JOIN photos p ON p.photo = t.photo WHERE t.photo = ?
                """
            ).bind(photo.value)
            defer { row.reset() }
            guard try row.step() else { return nil }
            let size = PixelSize(width: Int(row.integer(2)), height: Int(row.integer(3)))
            return row.read(0, in: size)
        }
    }
}

extension SQLiteConnection {
    /// - Parameter column: selects the photos by its value.
    func keep(_ read: ReadText, where column: String, _ value: any Bindable) throws(EvokeError) {
        try statement(
            """
            INSERT INTO texts(photo, reader, lines) SELECT photo, ?, ? FROM photos WHERE \(column) = ?
            ON CONFLICT(photo) DO UPDATE SET reader = excluded.reader, lines = excluded.lines
            """
        ).bind(read.reader.value, read.text.bytes, value).run()
    }

    /// Nil if there is no text in the picture.
    func picture(of photo: Int64) throws(EvokeError) -> PictureText? {
        let row = try statement("SELECT lines FROM texts WHERE photo = ? AND lines IS NOT NULL").bind(photo)
        defer { row.reset() }
        return try row.step() ? PictureText(bytes: row.blob(0)) : nil
    }

    /// Whether any picture has text.
    func hasTexts() throws(EvokeError) -> Bool {
        try integer("SELECT 1 FROM texts WHERE lines IS NOT NULL LIMIT 1") != nil
    }
}

extension SQLiteStatement {
    /// Reads the result from the columns of the reader and the lines; nil if missing or invalid.
    ///
    /// - Parameter size: the picture's size; nil if it has no lines.
    func read(_ column: Int32, in size: PixelSize?) -> ReadText? {
        guard !isNull(column) else { return nil }
        let reader = TextReaderID(integer(column))
        guard !isNull(column + 1) else {
            return ReadText(PictureText([], in: size ?? PixelSize(width: 0, height: 0)), by: reader)
        }
        return PictureText(bytes: blob(column + 1)).map { ReadText($0, by: reader) }
    }
}

/// The list of words in pictures that may have been misread.
extension SQLiteConnection {
    /// Listed words that differ from the given one in a single letter.
    func words(fitting misreading: Misreading) throws(EvokeError) -> [String] {
        let statement = try statement(
            """
            SELECT word FROM picture_words
            WHERE word >= ?1 AND word < ?1 || char(0x10FFFF) AND length(word) BETWEEN ?3 AND ?4
            UNION SELECT word FROM picture_words
            WHERE mirrored >= ?2 AND mirrored < ?2 || char(0x10FFFF) AND length(word) BETWEEN ?3 AND ?4
            """
        ).bind(
            misreading.start, misreading.end, Int64(misreading.lengths.lowerBound),
            Int64(misreading.lengths.upperBound))
        defer { statement.reset() }
        var words: [String] = []
        while try statement.step() {
            let word = statement.text(0)
            if misreading.fits(word) { words.append(word) }
            if words.count == Misreading.most { break }
        }
        return words
    }

    func add(_ words: Set<String>) throws(EvokeError) {
        for word in words {
            try statement("INSERT OR IGNORE INTO picture_words(word, mirrored) VALUES(?, ?)")
                .bind(word, Misreading.mirrored(word)).run()
        }
    }

    /// Removes words that are no longer in any picture.
    func forgetDecisions() throws(EvokeError) {
        guard try integer("SELECT 1 FROM picture_words LIMIT 1") != nil else { return }
        try execute(
            """
            CREATE VIRTUAL TABLE temp.words_now USING fts5vocab(main, full_text, row);
            DELETE FROM picture_words WHERE NOT EXISTS (SELECT 1 FROM temp.words_now WHERE term = word);
            DROP TABLE temp.words_now;
            """)
    }

    func misreadableWords() throws(EvokeError) -> Set<String> {
        let statement = try statement("SELECT word FROM picture_words")
        defer { statement.reset() }
        var words: Set<String> = []
        while try statement.step() { words.insert(statement.text(0)) }
        return words
    }
}
