package import EvokeCatalog
package import EvokePorts
package import EvokeValues

/// The full text, in an FTS index of SQLite: one row per photo, whose columns hold its terms, separated by spaces.
enum FullText {
    private static let columns = SearchReason.Field.ofTexts.map(\.rawValue)

    /// The terms are already folded, so the tokenizer only has to split at spaces.
    static let table = """
        CREATE VIRTUAL TABLE full_text USING fts5(name, \(columns.joined(separator: ", ")), tokenize = 'ascii', columnsize = 0);
        """

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
    static func text(of question: FullTextQuery) -> String {
        switch question {
        case .words(let question, let words): text(of: question, words)
        case .reading(let terms): "\(inPicture) : \(quoted(terms))"
        case .anywhere(let term): "- name : \(quoted([term]))"
        }
    }

    private static func text(of question: TextMatches.IndexQuery, _ words: TextQuery) -> String {
        switch question {
        case .name: "name : \"\(name(words.name))\""
        case .all(let phrases): "- name : (\(all(of: phrases)))"
        case .own: "{\(SearchReason.Field.own.map(\.rawValue).joined(separator: " "))} : (\(all(of: words.phrases)))"
        case .aroundPicture: "- {name \(inPicture)} : (\(all(of: words.phrases)))"
        case .misread: "- name : (\(all(of: words.phrases, words.misreadings)))"
        }
    }

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

extension SQLiteConnection {
    package func photos(matching question: FullTextQuery, limit: Int) throws(EvokeError) -> [PhotoID] {
        try map(
            "SELECT rowid FROM full_text WHERE full_text MATCH $1 LIMIT $2", FullText.text(of: question), limit
        ) { row in row.photo(0) }
    }

    package func indexedTerms(among words: [String]) throws(EvokeError) -> Set<String> {
        var found: Set<String> = []
        for word in words where try !photos(matching: .anywhere(word), limit: 1).isEmpty { found.insert(word) }
        return found
    }

    package func replaceTexts(
        of photos: Set<Int64>?, with texts: [(photo: Int64, texts: PhotoTexts)]
    ) throws(EvokeError) {
        guard let photos else {
            return try execute("DROP TABLE IF EXISTS full_text; DELETE FROM picture_words; \(FullText.table)")
        }
        // If most go, writing the others anew is faster.
        if texts.isEmpty, photos.count > 4_096, try photos.count > count("SELECT count(*) FROM photos") {
            return try rewriteTexts()
        }
        try run("DELETE FROM full_text WHERE rowid IN list($1)", Array(photos))
        let insertion = try statement(FullText.insert)
        for (photo, texts) in texts {
            try insertion.bind([.integer(photo)] + FullText.row(texts).map(\.catalogValue)).run()
        }
    }

    package func isFullTextRight() throws(EvokeError) -> Bool {
        var expected = TermSum()
        var (photos, areRowsRight, words) = (0, true, Set<String>())
        let row = try statement("\(FullText.select) WHERE rowid = ?")
        try forTexts { texts throws(EvokeError) in
            photos += texts.count
            for (photo, texts) in texts {
                let values = FullText.row(texts)
                words.formUnion(texts.misreadable)
                for (column, text) in values.enumerated() { expected.add(text, column, of: photo) }
                row.bind(photo)
                defer { row.reset() }
                areRowsRight =
                    try row.step() && areRowsRight
                    && zip(Int32(1)..., values).allSatisfy { row.optionalText($0) == $1 }
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
