extension PictureText {
    /// Its lines as one text: sentences continue in the next line.
    package var written: String { lines.map(\.text).joined(separator: Self.betweenLines) }

    private static let betweenLines = " "

    /// Its lines in pieces. Lines without such words are not marked.
    ///
    /// - Parameter find: finds the words in all of the text.
    package func marking(
        _ find: (_ written: String) -> [Range<String.Index>]
    ) -> [[SearchReason.Piece]] {
        let written = written
        let ranges = find(written).sorted { $0.lowerBound < $1.lowerBound }
        var start = written.startIndex
        return lines.map { line in
            let end = written.utf8.index(start, offsetBy: line.text.utf8.count)
            let part = start..<end
            start = end < written.endIndex ? written.utf8.index(end, offsetBy: Self.betweenLines.utf8.count) : end
            return [SearchReason.Piece](of: written, part, marking: ranges)
        }
    }
}
