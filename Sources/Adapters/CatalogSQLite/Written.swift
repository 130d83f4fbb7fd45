import EvokeValues

/// What is written on photos, in an index of SQLite's: a row for each photo, whose columns hold its terms with spaces
/// between them.
enum Written {
    private static let columns = SearchReason.Field.allCases.map(\.rawValue)
    /// What people write on the photo itself.
    private static let own: [SearchReason.Field] = [.file, .title, .description, .keyword]

    /// The terms are folded, so that nothing is left for the tokenizer but to part them at spaces.
    static let table = """
        CREATE VIRTUAL TABLE written USING fts5(name, \(columns.joined(separator: ", ")), tokenize = 'ascii', columnsize = 0)
        """

    /// The setting that says how far it follows the log of changes.
    static let stamp = "written"

    // No letters of any script, so that they are in no term.
    private static let inName: Unicode.Scalar = "\u{E000}"
    private static let between = " \u{E001} "

    static let insert = """
        INSERT INTO written(rowid, name, \(columns.joined(separator: ", ")))
        VALUES(?, ?\(columns.map { _ in ", ?" }.joined()))
        """

    static let select = "SELECT rowid, name, \(columns.joined(separator: ", ")) FROM written"

    /// The values of a photo's row.
    static func row(_ path: FilePath, _ facts: PhotoFacts, below roots: [FilePath]) -> [String?] {
        let texts = Dictionary(grouping: PhotoTexts(path, facts, below: roots).texts, by: \.field)
        let whole = String(decoding: path.name, as: UTF8.self)
        let names = Set([whole, path.nameWithoutEnding].map { name(WrittenTerm.all(in: $0).map(\.text)) })
        return [names.sorted().joined(separator: " ")]
            + SearchReason.Field.allCases.map { field in
                texts[field]?.map { WrittenTerm.all(in: $0.text).map(\.text).joined(separator: " ") }
                    .joined(separator: between)
            }
    }

    /// A name as a whole is one term.
    private static func name(_ terms: [String]) -> String {
        terms.map { String(inName) + $0 }.joined()
    }

    /// What is asked of the index. Terms have letters and digits alone, so that nothing in them is a sign of its language.
    static func named(_ words: WrittenWords) -> String { "name : \"\(name(words.name))\"" }

    static func all(_ words: WrittenWords) -> String { "- name : (\(phrases(words)))" }

    static func own(_ words: WrittenWords) -> String {
        "{\(own.map(\.rawValue).joined(separator: " "))} : (\(phrases(words)))"
    }

    private static func phrases(_ words: WrittenWords) -> String {
        words.phrases.map { phrase in
            "\"\(phrase.terms.map(\.text).joined(separator: " "))\"" + (phrase.isOpen ? " *" : "")
        }.joined(separator: " AND ")
    }
}
