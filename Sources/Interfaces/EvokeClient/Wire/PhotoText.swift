/// What was read in a photo's picture.
public struct PhotoTextAnswer: Codable, Hashable, Sendable {
    /// A line, as it is read.
    public struct Line: Codable, Hashable, Sendable {
        /// Whatever is written there: show it as text, and never as markup.
        public let text: String
        /// From 0 to 1.
        public let confidence: Double
        /// Four corners, each from the left and from the top, in pixels of the upright picture: the one where the text
        /// begins, above, and so on along its upper edge and around it.
        public let box: [[Int]]
        /// Its writing, as ISO 15924 names it: `Latn`, `Cyrl`, `Hans`.
        public let script: String
        /// Its text in pieces, where some of them are words of the query that was asked with; nil elsewhere.
        public let written: [SearchAnswer.Reason.Piece]?

        package init(
            text: String, confidence: Double, box: [[Int]], script: String, written: [SearchAnswer.Reason.Piece]? = nil
        ) {
            self.text = text
            self.confidence = confidence
            self.box = box
            self.script = script
            self.written = written
        }
    }

    /// Whether its text has been read. Else there are no lines, whatever is written in it.
    public let isRead: Bool
    /// In the order in which one reads them.
    public let lines: [Line]
    /// Of the upright picture in which they were read; nil where there are no lines.
    public let width, height: Int?

    package init(isRead: Bool, lines: [Line] = [], width: Int? = nil, height: Int? = nil) {
        self.isRead = isRead
        self.lines = lines
        self.width = width
        self.height = height
    }
}
