import EvokeValues

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
                SELECT 1 FROM evoke.written w
                WHERE w.library = $1 AND w.terms @@ ('''' || k.word || ''':B')::tsquery)
            """)
    }

    func misreadableWords() throws(EvokeError) -> Set<String> {
        Set(try rows("SELECT word FROM evoke.picture_words WHERE library = $1").map { $0.text(0) })
    }
}
