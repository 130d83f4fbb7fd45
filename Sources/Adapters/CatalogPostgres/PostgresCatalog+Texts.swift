import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func photosWithoutText(
        by reader: TextReaderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await read { connection in
            try connection.cards(
                "\(Self.hasNoText(by: "$2")) AND p.photo > $3 ORDER BY p.photo LIMIT $4", reader.value, photo.value,
                Int64(limit))
        }
    }

    func countWithoutText(by reader: TextReaderID) async throws -> Int {
        try await read { connection in
            Int(
                try connection.nativeInteger(
                    """
                    SELECT count(*) FROM evoke.photos p
                    WHERE p.library = $1 AND \(Self.canBeShown) AND \(Self.hasNoText(by: "$2"))
                    """, reader.value) ?? 0)
        }
    }

    /// Texts belong to content digests, so photos without one wait until they have it.
    static func hasNoText(by reader: String) -> String {
        """
        p.content IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM evoke.texts x WHERE x.library = p.library AND x.photo = p.photo AND x.reader = \(reader))
        """
    }

    func record(_ texts: [ContentDigest: ReadText]) async throws {
        try await write { connection throws(EvokeError) in try connection.record(texts) }
    }

    func text(of photo: PhotoID) async throws -> ReadText? {
        try await read { connection in
            try connection.rows(
                """
                SELECT x.reader, x.lines, p.width, p.height
                FROM evoke.texts x JOIN evoke.photos p USING (library, photo) WHERE x.library = $1 AND x.photo = $2
                """, photo.value
            ).first.flatMap { $0.read(0, in: $0.size(2)) }
        }
    }
}

extension Connection {
    func record(_ texts: [ContentDigest: ReadText]) throws(EvokeError) {
        // Locked before reading: until then, their content may change.
        let photos = try rows(
            """
            SELECT p.photo, p.content, EXISTS (
                SELECT 1 FROM evoke.texts x
                WHERE x.library = p.library AND x.photo = p.photo AND x.lines IS NOT NULL)
            FROM evoke.photos p WHERE p.library = $1 AND p.content = ANY($2)
            ORDER BY p.photo FOR NO KEY UPDATE OF p
            """, List(texts.keys.map(\.self)))
        var read: [(Int64, ReadText)] = []
        for row in photos {
            guard let text = row.digest(1).flatMap({ texts[$0] }) else { continue }
            read.append((row.integer(0), text))
            // Nothing changes if there is no text now and was none before.
            if !text.text.lines.isEmpty || row.integer(2) != 0 { changes.photos.insert(row.integer(0)) }
        }
        try write(texts: read)
    }

    func write(texts: [(photo: Int64, read: ReadText)]) throws(EvokeError) {
        guard !texts.isEmpty else { return }
        try rows(
            """
            INSERT INTO evoke.texts(library, photo, reader, lines)
            SELECT $1, c.* FROM unnest($2, $3, $4) AS c(photo, reader, lines)
            ON CONFLICT (library, photo) DO UPDATE SET reader = excluded.reader, lines = excluded.lines
            """, Numbers(texts.map(\.photo)), Numbers(texts.map(\.read.reader.value)),
            List(texts.map { $0.read.text.bytes.map { Blob($0) } }))
    }

    /// Only photos with text in the picture.
    func pictures(of photos: [Int64]) throws(EvokeError) -> [Int64: PictureText] {
        var pictures: [Int64: PictureText] = [:]
        for row in try rows(
            "SELECT photo, lines FROM evoke.texts WHERE library = $1 AND photo = ANY($2) AND lines IS NOT NULL",
            Numbers(photos))
        {
            pictures[row.integer(0)] = PictureText(bytes: row.bytes(1))
        }
        return pictures
    }

    /// Whether any picture has text.
    func hasTexts() throws(EvokeError) -> Bool {
        try nativeInteger("SELECT 1 FROM evoke.texts WHERE library = $1 AND lines IS NOT NULL LIMIT 1") != nil
    }
}

extension Row {
    /// Reads the result from the columns of the reader and the lines; nil if missing or invalid.
    ///
    /// - Parameter size: the picture's size, used if it has no lines.
    func read(_ column: Int32, in size: PixelSize?) -> ReadText? {
        guard let reader = optionalInteger(column).map({ TextReaderID($0) }) else { return nil }
        guard !isNull(column + 1) else {
            return ReadText(PictureText([], in: size ?? PixelSize(width: 0, height: 0)), by: reader)
        }
        return PictureText(bytes: bytes(column + 1)).map { ReadText($0, by: reader) }
    }
}

/// The list of words in pictures that may have been misread.
extension Connection {
    /// Listed words that differ from the given one in a single letter.
    func words(fitting misreading: Misreading) throws(EvokeError) -> [String] {
        let words = try rows(
            """
            SELECT word FROM evoke.picture_words
            WHERE library = $1 AND word >= $2 AND word < $2 || chr(1114111) AND length(word) BETWEEN $4 AND $5
            UNION SELECT word FROM evoke.picture_words
            WHERE library = $1 AND mirrored >= $3 AND mirrored < $3 || chr(1114111) AND length(word) BETWEEN $4 AND $5
            """, misreading.start, misreading.end, Int64(misreading.lengths.lowerBound),
            Int64(misreading.lengths.upperBound)
        ).map { $0.text(0) }
        return Array(words.filter(misreading.fits).prefix(Misreading.most))
    }

    func add(_ words: Set<String>) throws(EvokeError) {
        guard !words.isEmpty else { return }
        // Sorted, so that concurrent writers cannot deadlock.
        let words = words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        try rows(
            """
            INSERT INTO evoke.picture_words(library, word, mirrored)
            SELECT $1, c.* FROM unnest($2, $3) AS c(word, mirrored) ON CONFLICT DO NOTHING
            """, List(words), List(words.map(Misreading.mirrored)))
    }

    /// Removes words that are no longer in any picture. Terms consist of letters only, so nothing needs escaping.
    func forgetDecisions() throws(EvokeError) {
        try rows(
            """
            DELETE FROM evoke.picture_words k WHERE k.library = $1 AND NOT EXISTS (
                SELECT 1 FROM evoke.full_text w
                WHERE w.library = $1 AND w.terms @@ ('''' || k.word || ''':B')::tsquery)
            """)
    }

    func misreadableWords() throws(EvokeError) -> Set<String> {
        Set(try rows("SELECT word FROM evoke.picture_words WHERE library = $1").map { $0.text(0) })
    }
}
