package import EvokePorts
package import EvokeValues

extension CatalogConnection {
    /// Only photos with text in the picture.
    package func pictures(of photos: [Int64]) throws(EvokeError) -> [Int64: PictureText] {
        try dictionary("SELECT photo, lines FROM texts WHERE photo IN list($1) AND lines IS NOT NULL", photos) { row in
            row.with(1) { PictureText(bytes: $0) }.map { (row.integer(0), $0) }
        }
    }

    /// Whether any picture has text.
    package func hasTexts() throws(EvokeError) -> Bool { try has("SELECT 1 FROM texts WHERE lines IS NOT NULL") }
}

extension CatalogRow {
    /// Reads the result from the columns of the reader and the lines; nil if missing or invalid.
    ///
    /// - Parameter size: the picture's size, used if it has no lines.
    package func read(_ column: Int32, in size: PixelSize?) -> ReadText? {
        guard let reader = optionalInteger(column).map({ TextReaderID($0) }) else { return nil }
        guard !isNull(column + 1) else {
            return ReadText(PictureText([], in: size ?? PixelSize(width: 0, height: 0)), by: reader)
        }
        return with(column + 1) { PictureText(bytes: $0) }.map { ReadText($0, by: reader) }
    }
}

/// The list of words in pictures that may have been misread.
extension CatalogConnection {
    /// Listed words that differ from the given one in a single letter.
    package func words(fitting misreading: Misreading) throws(EvokeError) -> [String] {
        let last = "\u{10FFFF}"
        let words = try map(
            """
            SELECT word FROM picture_words WHERE word >= $1 AND word < $2 AND length(word) BETWEEN $5 AND $6
            UNION SELECT word FROM picture_words
            WHERE mirrored >= $3 AND mirrored < $4 AND length(word) BETWEEN $5 AND $6
            """, misreading.start, misreading.start + last, misreading.end, misreading.end + last,
            misreading.lengths.lowerBound, misreading.lengths.upperBound
        ) { row in row.text(0) }
        return Array(words.filter(misreading.fits).prefix(Misreading.most))
    }

    package func add(_ words: Set<String>) throws(EvokeError) {
        // Sorted, so that concurrent writers cannot deadlock.
        let rows = words.sorted().map { [.text($0), .text(Misreading.mirrored($0))] as [CatalogValue] }
        try insert(rows, into: .pictureWords, onConflict: .ignore)
    }

    /// Removes words that are no longer in any text.
    package func forgetWords() throws(EvokeError) {
        let words = try misreadableWords()
        guard !words.isEmpty else { return }
        let gone = words.subtracting(try indexedTerms(among: Array(words)))
        try run("DELETE FROM picture_words WHERE word IN list($1)", Array(gone))
    }

    package func misreadableWords() throws(EvokeError) -> Set<String> {
        Set(try map("SELECT word FROM picture_words") { row in row.text(0) })
    }
}
