/// What was read in a picture.
public struct PictureText: Hashable, Sendable {
    /// In the order in which one reads them.
    public let lines: [TextLine]
    /// Of the upright picture; boxes are in its pixels.
    public let size: PixelSize

    /// - Parameter lines: in the order in which one reads them.
    public init(_ lines: [TextLine], in size: PixelSize) {
        self.lines = lines
        self.size = size
    }
}

/// A line of text in a picture.
public struct TextLine: Hashable, Sendable {
    /// Where it is: four corners, from the one where its text begins, along its upper edge.
    public struct Box: Hashable, Sendable {
        /// A corner, in pixels of the upright picture; text that is cut off may reach beyond its edge.
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

        /// Where the text begins, above.
        public let start: Corner
        /// Where it ends, above.
        public let end: Corner
        /// Where it ends, below.
        public let belowEnd: Corner
        /// Where it begins, below.
        public let belowStart: Corner

        /// The corners, as one walks around the line.
        public init(start: Corner, end: Corner, belowEnd: Corner, belowStart: Corner) {
            self.start = start
            self.end = end
            self.belowEnd = belowEnd
            self.belowStart = belowStart
        }

        /// As one walks around the line.
        public var corners: [Corner] { [start, end, belowEnd, belowStart] }
    }

    /// One line, as it is read, without control characters.
    public let text: String
    /// From 0 to 1.
    public let confidence: Double
    /// Where it is.
    public let box: Box
    /// Its writing, as ISO 15924 names it: "Latn", "Cyrl", "Hans".
    public let script: String

    /// - Parameter script: as ISO 15924 names it.
    public init(_ text: String, confidence: Double, box: Box, script: String) {
        self.text = text
        self.confidence = confidence
        self.box = box
        self.script = script
    }
}
