import EvokeValues

/// The full text, in an FTS index of SQLite: one row per photo, whose columns hold its terms, separated by spaces.
enum FullText {
    private static let columns = SearchReason.Field.ofTexts.map(\.rawValue)

    /// The terms are already folded, so the tokenizer only has to split at spaces.
    static let table = """
        CREATE VIRTUAL TABLE written USING fts5(name, \(columns.joined(separator: ", ")), tokenize = 'ascii', columnsize = 0);
        -- Words in pictures that may have been misread, also from their ends. One may stay after its last photo has gone.
        CREATE TABLE picture_words(
            word TEXT PRIMARY KEY,
            mirrored TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX picture_words_mirrored ON picture_words(mirrored);
        """

    static let tableAnew = "DROP TABLE IF EXISTS written; DROP TABLE IF EXISTS picture_words; \(table)"

    /// The setting that records how far the index has followed the log of changes.
    static let stamp = "written"

    // Private-use characters, which cannot occur in a term.
    private static let inName: Unicode.Scalar = "\u{E000}"
    private static let between = " \u{E001} "

    static let insert = """
        INSERT INTO written(rowid, name, \(columns.joined(separator: ", ")))
        VALUES(?, ?\(columns.map { _ in ", ?" }.joined()))
        """

    static let select = "SELECT rowid, name, \(columns.joined(separator: ", ")) FROM written"

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
