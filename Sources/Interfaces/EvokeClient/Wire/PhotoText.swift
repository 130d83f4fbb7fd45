/// The text in a photo's picture.
public struct PhotoTextAnswer: Codable, Hashable, Sendable {
    /// A line of text.
    public struct Line: Codable, Hashable, Sendable {
        /// May contain anything: show it as text, never as markup.
        public let text: String
        /// From 0 to 1.
        public let confidence: Double
        /// Four corners, each from the left and from the top, in pixels of the upright picture: starting where the text
        /// begins, along its upper edge and around it.
        public let box: [[Int]]
        /// Its script, by ISO 15924: `Latn`, `Cyrl`, `Hans`.
        public let script: String
        /// Its text in pieces, if it contains words of the given query; otherwise nil.
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

    /// Whether its text has been read. If not, there are no lines, whatever is written in it.
    public let isRead: Bool
    /// In reading order.
    public let lines: [Line]
    /// The size of the upright picture in which they were read; nil if there are no lines.
    public let width, height: Int?

    package init(isRead: Bool, lines: [Line] = [], width: Int? = nil, height: Int? = nil) {
        self.isRead = isRead
        self.lines = lines
        self.width = width
        self.height = height
    }
}
