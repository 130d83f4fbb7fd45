import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func photos(with words: TextQuery) async throws -> TextMatches {
        let places = words.placeNames.map(\.places)
        let taken = places.isEmpty ? [] : try await withColumns { columns, _ in places.map { columns.photos(in: $0) } }
        return try await read { connection in
            try connection.snapshot {
                let misreadings = try connection.hasTexts() ? connection.words : nil
                return try TextMatches(
                    of: words, taken: taken, misreadings: misreadings
                ) { question, words, limit throws(EvokeError) in
                    try connection.photos(matching: FullText.text(of: question, words), limit: limit)
                }
            }
        }
    }

    func indexedTerms(among words: [String]) async throws -> Set<String> {
        try await read { connection in
            let rows = try connection.rows(
                """
                SELECT c.word FROM unnest($2, $3) AS c(word, term)
                WHERE EXISTS (SELECT FROM evoke.full_text WHERE library = $1 AND terms @@ c.term::tsquery)
                """, List(words), List(words.map { FullText.text(anywhere: $0) }))
            return Set(rows.map { $0.text(0) })
        }
    }
}

extension Connection {
    /// The photos whose pictures have these words as a phrase.
    func photos(reading words: String) throws(EvokeError) -> PhotoSet {
        let terms = TextTerm.all(in: words).map(\.text)
        return terms.isEmpty ? PhotoSet() : PhotoSet(try photos(matching: FullText.text(read: terms), limit: .max))
    }
}

extension Connection {
    fileprivate func photos(matching question: String, limit: Int) throws(EvokeError) -> [PhotoID] {
        try rows(
            "SELECT photo FROM evoke.full_text WHERE library = $1 AND terms @@ $2::text::tsquery LIMIT $3", question,
            Int64(limit)
        ).map { PhotoID($0.integer(0)) }
    }

    /// Updates the full text of these photos, within the transaction that changes them.
    ///
    /// - Parameter known: texts that need not be read again.
    func writeTexts(
        of photos: Set<Int64>, knowing known: [Int64: (path: FilePath, metadata: PhotoMetadata)] = [:]
    ) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        let roots = try keptRoots()
        let (pictures, marks) = (try pictures(of: Array(photos)), try marks(of: Array(photos)))
        var written = known.map { photo, known in
            (
                photo: photo,
                texts: PhotoTexts(
                    places.kept(known.path), known.metadata.withoutZeros.marked(by: marks[photo] ?? PhotoMarks()),
                    pictures[photo], below: roots)
            )
        }
        let unknown = photos.filter { known[$0] == nil }
        if !unknown.isEmpty {
            let keywords = try keywords(of: Array(unknown))
            written += try rows("\(Self.texts) AND p.photo = ANY($2)", Numbers(unknown)).map { row in
                (photo: row.integer(0), texts: row.texts(keywords, pictures, marks, below: roots))
            }
        }
        written.sort { $0.photo < $1.photo }
        try rows(
            """
            INSERT INTO evoke.full_text(library, photo, terms) SELECT $1, c.* FROM unnest($2, $3) AS c(photo, terms)
            ON CONFLICT (library, photo) DO UPDATE SET terms = excluded.terms WHERE full_text.terms != excluded.terms
            """, Numbers(written.map(\.photo)), List(written.map { FullText($0.texts) }))
        try add(written.reduce(into: []) { $0.formUnion($1.texts.misreadable) })
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

    /// Rewrites the full text of all photos after the roots changed: texts begin below the outermost root. `notify`
    /// gets the number of photos done.
    func rewriteTexts(
        rootsBefore roots: [FilePath], notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(EvokeError) {
        if PhotoTexts.mayChange(from: roots, to: try keptRoots()) { try rewriteTexts(notify: notify) }
    }

    func rewriteTexts(notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(EvokeError) {
        let total = Int(try nativeInteger("SELECT count(*) FROM evoke.photos WHERE library = $1") ?? 0)
        var (last, done) = (Int64(-1), 0)
        while true {
            notify(done, total)
            let photos = try rows(
                "SELECT photo FROM evoke.photos WHERE library = $1 AND photo > $2 ORDER BY photo LIMIT 1000", last
            ).map { $0.integer(0) }
            guard let end = photos.last else { return }
            try writeTexts(of: Set(photos))
            (last, done) = (end, done + photos.count)
        }
    }

    /// The next photos after the given one, each with its current full text and the stored one.
    func texts(
        after photo: Int64, _ roots: [FilePath]
    ) throws(EvokeError) -> [(photo: Int64, texts: PhotoTexts, kept: FullText?)] {
        let rows = try rows(
            """
            SELECT x.*, w.terms FROM (\(Self.texts) AND p.photo > $2 ORDER BY p.photo LIMIT 1000) AS x
            LEFT JOIN evoke.full_text w ON w.library = $1 AND w.photo = x.photo ORDER BY x.photo
            """, photo)
        let photos = rows.map { $0.integer(0) }
        let (keywords, pictures) = (try keywords(of: photos), try pictures(of: photos))
        let marks = try marks(of: photos)
        return rows.map { row in
            let kept = row.isNull(7) ? nil : FullText(row.bytes(7))
            return (row.integer(0), row.texts(keywords, pictures, marks, below: roots), kept)
        }
    }

    private static let texts = """
        SELECT p.photo, d.path, p.name, t.make, t.camera, t.title, t.description
        FROM evoke.photos p JOIN evoke.folders d USING (library, folder) LEFT JOIN evoke.metadata t USING (library, photo)
        WHERE p.library = $1
        """
}

extension PhotoMetadata {
    /// Without the zeros that PostgreSQL's text cannot contain.
    fileprivate var withoutZeros: PhotoMetadata {
        func kept(_ text: String) -> String { String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) }
        var metadata = self
        metadata.camera = camera.map { Camera(make: $0.make.map(kept), model: kept($0.model)) }
        metadata.title = title.map(kept)
        metadata.description = description.map(kept)
        metadata.keywords = keywords.map(kept)
        return metadata
    }
}

extension Row {
    fileprivate func texts(
        _ keywords: [Int64: [String]], _ pictures: [Int64: PictureText], _ marks: [Int64: PhotoMarks],
        below roots: [FilePath]
    ) -> PhotoTexts {
        var metadata = PhotoMetadata()
        metadata.camera = optionalText(4).map { Camera(make: optionalText(3), model: $0) }
        metadata.title = optionalText(5)
        metadata.description = optionalText(6)
        metadata.keywords = keywords[integer(0)] ?? []
        metadata = metadata.marked(by: marks[integer(0)] ?? PhotoMarks())
        return PhotoTexts(keptPath(1).appending(bytes(2)), metadata, pictures[integer(0)], below: roots)
    }
}
