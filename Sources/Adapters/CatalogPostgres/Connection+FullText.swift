import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresConnection {
    func photos(matching question: FullTextQuery, limit: Int) throws(EvokeError) -> [PhotoID] {
        try map(
            "SELECT photo FROM full_text WHERE terms @@ $1::text::tsquery LIMIT $2", FullText.text(of: question), limit
        ) { row in row.photo(0) }
    }

    func indexedTerms(among words: [String]) throws(EvokeError) -> Set<String> {
        let rows = try rows(
            """
            SELECT c.word FROM unnest($2, $3) AS c(word, term)
            WHERE EXISTS (SELECT FROM evoke.full_text WHERE library = $1 AND terms @@ c.term::tsquery)
            """, List(words), List(words.map { FullText.text(of: .anywhere($0)) }))
        return Set(rows.map { $0.text(0) })
    }

    /// Rows of photos that are gone went with them.
    func replaceTexts(
        of photos: Set<Int64>?, with texts: [(photo: Int64, texts: PhotoTexts)]
    ) throws(EvokeError) {
        guard !texts.isEmpty else { return }
        try rows(
            """
            INSERT INTO evoke.full_text(library, photo, terms) SELECT $1, c.* FROM unnest($2, $3) AS c(photo, terms)
            ON CONFLICT (library, photo) DO UPDATE SET terms = excluded.terms WHERE full_text.terms != excluded.terms
            """, Numbers(texts.map(\.photo)), List(texts.map { FullText($0.texts) }))
    }
}
