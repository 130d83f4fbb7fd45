/// The text read in a picture.
public struct PictureText: Hashable, Sendable {
    /// In reading order.
    public let lines: [TextLine]
    /// Of the upright picture; boxes are in its pixels.
    public let size: PixelSize

    /// - Parameter lines: in reading order.
    public init(_ lines: [TextLine], in size: PixelSize) {
        self.lines = lines
        self.size = size
    }
}

/// A line of text in a picture.
public struct TextLine: Hashable, Sendable {
    /// Four corners, starting where the text begins, along its upper edge.
    public struct Box: Hashable, Sendable {
        /// A corner, in pixels of the upright picture; cropped text may extend beyond its edge.
        public struct Corner: Hashable, Sendable {
            /// From the left.
            public let x: Int
            /// From the top.
            public let y: Int

            /// In pixels.
            public init(x: Int, y: Int) {
                self.x = x
                self.y = y
            }
        }

        /// The upper corner where the text begins.
        public let start: Corner
        /// The upper corner where it ends.
        public let end: Corner
        /// The lower corner where it ends.
        public let belowEnd: Corner
        /// The lower corner where it begins.
        public let belowStart: Corner

        /// The corners, going around the line.
        public init(start: Corner, end: Corner, belowEnd: Corner, belowStart: Corner) {
            self.start = start
            self.end = end
            self.belowEnd = belowEnd
            self.belowStart = belowStart
        }

        /// Going around the line.
        public var corners: [Corner] { [start, end, belowEnd, belowStart] }
    }

    /// One line as read, without control characters.
    public let text: String
    /// From 0 to 1.
    public let confidence: Double
    /// Where it is.
    public let box: Box
    /// Its script, as ISO 15924 names it: "Latn", "Cyrl", "Hans".
    public let script: String

    /// - Parameter script: as ISO 15924 names it.
    public init(_ text: String, confidence: Double, box: Box, script: String) {
        self.text = text
        self.confidence = confidence
        self.box = box
        self.script = script
    }
}
