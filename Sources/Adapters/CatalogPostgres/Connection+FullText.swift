import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresCatalog {
    func wantsColumns() async throws -> Bool { true }

    func indexedTerms(among words: [String]) async throws -> Set<String> {
        try await read { connection in
            let rows = try connection.rows(
                """
                SELECT c.word FROM unnest($2, $3) AS c(word, term)
                WHERE EXISTS (SELECT FROM evoke.full_text WHERE library = $1 AND terms @@ c.term::tsquery)
                """, List(words), List(words.map { FullText.text(of: .anywhere($0)) }))
            return Set(rows.map { $0.text(0) })
        }
    }
}

extension PostgresConnection {
    func photos(matching question: FullTextQuery, limit: Int) throws(EvokeError) -> [PhotoID] {
        try map(
            "SELECT photo FROM full_text WHERE terms @@ $1::text::tsquery LIMIT $2", FullText.text(of: question), limit
        ) { row in row.photo(0) }
    }

    /// Rows of photos that are gone went with them.
    func replaceTexts(
        of photos: Set<Int64>, with texts: [(photo: Int64, texts: PhotoTexts)]
    ) throws(EvokeError) {
        try rows(
            """
            INSERT INTO evoke.full_text(library, photo, terms) SELECT $1, c.* FROM unnest($2, $3) AS c(photo, terms)
            ON CONFLICT (library, photo) DO UPDATE SET terms = excluded.terms WHERE full_text.terms != excluded.terms
            """, Numbers(texts.map(\.photo)), List(texts.map { FullText($0.texts) }))
    }

    /// Terms consist of letters only, so nothing needs escaping.
    func forgetWords() throws(EvokeError) {
        try rows(
            """
            DELETE FROM evoke.picture_words k WHERE k.library = $1 AND NOT EXISTS (
                SELECT 1 FROM evoke.full_text w
                WHERE w.library = $1 AND w.terms @@ ('''' || k.word || ''':B')::tsquery)
            """)
    }

    /// The stored full text of photos.
    func keptTexts(of photos: [Int64]) throws(EvokeError) -> [Int64: FullText] {
        var kept: [Int64: FullText] = [:]
        try run("SELECT photo, terms FROM full_text WHERE photo IN list($1)", with: [photos]) { row in
            kept[row.integer(0)] = FullText(row.bytes(1))
        }
        return kept
    }
}
