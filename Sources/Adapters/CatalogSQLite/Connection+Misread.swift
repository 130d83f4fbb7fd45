import EvokeValues

/// The list of words in pictures that may have been misread.
extension Connection {
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
            CREATE VIRTUAL TABLE temp.words_now USING fts5vocab(main, written, row);
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
