import EvokeCatalog
package import EvokeValues

/// The full text, in an FTS index of SQLite: one row per photo, whose columns hold its terms, separated by spaces.
enum FullText {
    private static let columns = SearchReason.Field.ofTexts.map(\.rawValue)

    /// The terms are already folded, so the tokenizer only has to split at spaces.
    static let table = """
        CREATE VIRTUAL TABLE full_text USING fts5(name, \(columns.joined(separator: ", ")), tokenize = 'ascii', columnsize = 0);
        """

    static let tableAnew = "DROP TABLE IF EXISTS full_text; DELETE FROM picture_words; \(table)"

    /// The setting that records how far the index has followed the log of changes.
    static let stamp = CatalogSetting.fullText

    // Private-use characters, which cannot occur in a term.
    private static let inName: Unicode.Scalar = "\u{E000}"
    private static let between = " \u{E001} "

    static let insert = """
        INSERT INTO full_text(rowid, name, \(columns.joined(separator: ", ")))
        VALUES(?, ?\(columns.map { _ in ", ?" }.joined()))
        """

    static let select = "SELECT rowid, name, \(columns.joined(separator: ", ")) FROM full_text"

    /// The columns of a photo's row.
    static func row(_ texts: PhotoTexts) -> [String?] {
        let terms = texts.terms
        return [texts.names.map(name).sorted().joined(separator: " ")]
            + SearchReason.Field.ofTexts.map { field in
                terms[field]?.map { $0.joined(separator: " ") }.joined(separator: between)
            }
    }

    /// A whole name becomes one term.
    private static func name(_ terms: [String]) -> String {
        terms.map { String(inName) + $0 }.joined()
    }

    /// The FTS query. Terms contain only letters and digits, so they need no escaping.
    static func text(of question: TextMatches.IndexQuery, _ words: TextQuery) -> String {
        switch question {
        case .name: "name : \"\(name(words.name))\""
        case .all(let phrases): "- name : (\(all(of: phrases)))"
        case .own: "{\(SearchReason.Field.own.map(\.rawValue).joined(separator: " "))} : (\(all(of: words.phrases)))"
        case .aroundPicture: "- {name \(inPicture)} : (\(all(of: words.phrases)))"
        case .misread: "- name : (\(all(of: words.phrases, words.misreadings)))"
        }
    }

    /// Matches the words as a phrase in pictures.
    static func text(read terms: [String]) -> String { "\(inPicture) : \(quoted(terms))" }

    /// Matches a term anywhere.
    static func text(anywhere term: String) -> String { "- name : \(quoted([term]))" }

    private static let inPicture = SearchReason.Field.picture.rawValue

    private static func all(
        of phrases: some Sequence<TextQuery.Phrase>, _ misreadings: [Int: Set<String>] = [:]
    ) -> String {
        phrases.enumerated().map { number, phrase in
            let exact = quoted(phrase.terms.map(\.text)) + (phrase.isOpen ? " *" : "")
            guard let misread = misreadings[number] else { return exact }
            return "(\(exact) OR \(inPicture) : (\(misread.sorted().map { quoted([$0]) }.joined(separator: " OR "))))"
        }.joined(separator: " AND ")
    }

    private static func quoted(_ terms: [String]) -> String { "\"\(terms.joined(separator: " "))\"" }
}

extension SQLiteCatalog {
    package func photos(with words: TextQuery) async throws -> TextMatches {
        try await use { connection in
            let taken = try connection.photos(takenIn: words.placeNames.map(\.places))
            return try connection.snapshot {
                let misreadings = try connection.hasTexts() ? connection.words : nil
                return try TextMatches(
                    of: words, taken: taken, misreadings: misreadings
                ) { question, words, limit throws(EvokeError) in
                    try connection.photos(matching: FullText.text(of: question, words), limit: limit)
                }
            }
        }
    }

    package func indexedTerms(among words: [String]) async throws -> Set<String> {
        try await use { connection in
            try connection.snapshot {
                try words.reduce(into: []) { found, word throws(EvokeError) in
                    if try !connection.photos(matching: FullText.text(anywhere: word), limit: 1).isEmpty {
                        found.insert(word)
                    }
                }
            }
        }
    }
}

extension SQLiteConnection {
    /// The photos whose pictures have these words as a phrase.
    func photos(reading words: String) throws(EvokeError) -> PhotoSet {
        let terms = TextTerm.all(in: words).map(\.text)
        return terms.isEmpty ? PhotoSet() : PhotoSet(try photos(matching: FullText.text(read: terms), limit: .max))
    }
}

extension SQLiteConnection {
    fileprivate func photos(matching question: String, limit: Int) throws(EvokeError) -> [PhotoID] {
        let statement = try statement("SELECT rowid FROM full_text WHERE full_text MATCH ? LIMIT ?")
            .bind(question, Int64(limit))
        defer { statement.reset() }
        var photos: [PhotoID] = []
        while try statement.step() { photos.append(PhotoID(statement.integer(0))) }
        return photos
    }

    /// Updates the full text of changed photos, within the transaction that changes them. `notify` is called only when
    /// the text of all photos is rewritten.
    package func followFullText(notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(EvokeError) {
        let now = try newest(of: Self.log)
        if let reached = try writtenStamp(), let changed = try photosChanged(since: reached) {
            guard reached != now else { return }
            let roots = try roots()
            for (place, photo) in changed.enumerated() {
                if place.isMultiple(of: 1_024) { notify(place, changed.count) }
                try statement("DELETE FROM full_text WHERE rowid = ?").bind(photo).run()
                if let texts = try written(on: photo, below: roots) { try write(texts, of: photo) }
            }
        } else {
            try rebuildFullText(notify)
        }
        try leaveFullText()
    }

    /// Records that nothing in this transaction changed the full text.
    package func leaveFullText() throws(EvokeError) {
        let now = try newest(of: Self.log)
        try set(FullText.stamp, to: "\(now.number) \(now.token)")
    }

    /// The same after the roots changed.
    func followFullText(
        rootsBefore roots: [FilePath], notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(EvokeError) {
        if PhotoTexts.mayChange(from: roots, to: try self.roots()) { try set(FullText.stamp, to: nil) }
        try followFullText(notify: notify)
    }

    /// The state that the index reflects; nil if there is none.
    private func writtenStamp() throws(EvokeError) -> VectorStamp? {
        let numbers = try setting(FullText.stamp)?.split(separator: " ").compactMap { Int64($0) }
        guard let numbers, numbers.count == 2 else { return nil }
        return VectorStamp(number: numbers[0], token: numbers[1])
    }

    private func rebuildFullText(_ notify: (_ done: Int, _ total: Int) -> Void) throws(EvokeError) {
        try execute(FullText.tableAnew)
        let total = try count("SELECT count(*) FROM photos")
        var done = 0
        try forEachPhoto { photo, texts throws(EvokeError) in
            if done.isMultiple(of: 1_024) {
                notify(done, total)
                // Short statements don't reach SQLite's progress handler.
                try checkThatItIsWanted()
            }
            try write(texts, of: photo)
            done += 1
        }
    }

    func forEachPhoto(_ body: (Int64, PhotoTexts) throws(EvokeError) -> Void) throws(EvokeError) {
        let roots = try roots()
        let photos = try statement("SELECT photo FROM photos ORDER BY photo")
        defer { photos.reset() }
        while try photos.step() {
            let photo = photos.integer(0)
            if let texts = try written(on: photo, below: roots) { try body(photo, texts) }
        }
    }

    private func write(_ texts: PhotoTexts, of photo: Int64) throws(EvokeError) {
        try statement(FullText.insert).bind([photo] + FullText.row(texts).map { $0 as any Bindable }).run()
        try add(texts.misreadable)
    }

    /// Nil if there is no such photo.
    private func written(on photo: Int64, below roots: [FilePath]) throws(EvokeError) -> PhotoTexts? {
        let file = try statement(
            "SELECT f.path, p.name FROM photos p JOIN folders f USING (folder) WHERE p.photo = ?"
        ).bind(photo)
        defer { file.reset() }
        guard try file.step() else { return nil }
        var metadata = try metadata(of: PhotoID(photo)) ?? PhotoMetadata()
        metadata.keywords = try keywords(of: [photo])[photo] ?? []
        metadata = metadata.marked(by: try marks(of: [photo])[photo] ?? PhotoMarks())
        return PhotoTexts(file.path(0).appending(file.blob(1)), metadata, try picture(of: photo), below: roots)
    }
}

extension SQLiteConnection {
    /// What is wrong with the full-text index; nil if it matches the photos.
    func faultOfFullText() throws(EvokeError) -> String? {
        var expected = TermSum()
        var (photos, areRowsRight, words) = (0, true, Set<String>())
        let row = try statement("\(FullText.select) WHERE rowid = ?")
        try forEachPhoto { photo, texts throws(EvokeError) in
            photos += 1
            let values = FullText.row(texts)
            words.formUnion(texts.misreadable)
            for (column, text) in values.enumerated() { expected.add(text, column, of: photo) }
            row.bind(photo)
            defer { row.reset() }
            guard try row.step() else {
                areRowsRight = false
                return
            }
            for (column, text) in zip(Int32(1)..., values) {
                let isRight = row.isNull(column) ? text == nil : row.text(column) == text
                areRowsRight = areRowsRight && isRight
            }
        }
        let rows = try count("SELECT count(*) FROM full_text")
        var found = TermSum()
        try execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, full_text, instance)")
        let terms = try statement("SELECT term, doc, col, offset FROM temp.terms")
        defer { terms.reset() }
        let columns = ["name"] + SearchReason.Field.ofTexts.map(\.rawValue)
        while try terms.step() {
            found.add(
                terms.blob(0), columns.firstIndex(of: terms.text(2)) ?? -1, Int(terms.integer(3)), of: terms.integer(1))
        }
        let areWordsThere = try words.isSubset(of: misreadableWords())
        return areRowsRight && areWordsThere && rows == photos && expected == found
            ? nil : "the full-text index does not match the photos"
    }
}

/// A sum over terms and their positions that does not depend on their order.
private struct TermSum: Equatable {
    private var sum: UInt64 = 0

    mutating func add(_ text: String?, _ column: Int, of photo: Int64) {
        for (place, term) in (text ?? "").utf8.split(separator: UInt8(ascii: " ")).enumerated() {
            add(Array(term), column, place, of: photo)
        }
    }

    mutating func add(_ term: some Sequence<UInt8>, _ column: Int, _ place: Int, of photo: Int64) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01B3 }
        for byte in term { mix(UInt64(byte)) }
        mix(UInt64(bitPattern: photo))
        mix(UInt64(truncatingIfNeeded: column))
        mix(UInt64(place))
        sum &+= hash ^ hash >> 29
    }
}
