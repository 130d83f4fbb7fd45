public import EvokeValues

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

extension PictureText {
    /// Its lines as one text: sentences continue in the next line.
    package var allText: String { lines.map(\.text).joined(separator: Self.betweenLines) }

    private static let betweenLines = " "

    /// Its lines in pieces. Lines without such words are not marked.
    ///
    /// - Parameter find: finds the words in all of the text.
    package func marking(
        _ find: (_ written: String) -> [Range<String.Index>]
    ) -> [[SearchReason.Piece]] {
        let all = allText
        let ranges = find(all).sorted { $0.lowerBound < $1.lowerBound }
        var start = all.startIndex
        return lines.map { line in
            let end = all.utf8.index(start, offsetBy: line.text.utf8.count)
            let part = start..<end
            start = end < all.endIndex ? all.utf8.index(end, offsetBy: Self.betweenLines.utf8.count) : end
            return [SearchReason.Piece](of: all, part, marking: ranges)
        }
    }
}

/// A compact form of a text for catalogs.
extension PictureText {
    private static let thousand = 1_000.0

    /// Nil if there is no text.
    package var bytes: [UInt8]? {
        guard !lines.isEmpty else { return nil }
        var bytes = PackedBytes()
        bytes.add(size.width)
        bytes.add(size.height)
        for line in lines {
            bytes.add(line.text)
            bytes.add(line.script)
            bytes.add(Int(nearest: Self.thousand * min(max(line.confidence, 0), 1)))
            // Most corners are near the previous one.
            var before = TextLine.Box.Corner(x: 0, y: 0)
            for corner in line.box.corners {
                bytes.add(corner.x &- before.x)
                bytes.add(corner.y &- before.y)
                before = corner
            }
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        var rest = UnpackedBytes(bytes)
        guard let width = rest.number(), let height = rest.number() else { return nil }
        var lines: [TextLine] = []
        while !rest.rest.isEmpty {
            guard let text = rest.text(), let script = rest.text(), let confidence = rest.number() else { return nil }
            var (corners, before) = ([TextLine.Box.Corner](), TextLine.Box.Corner(x: 0, y: 0))
            for _ in 0..<4 {
                guard let x = rest.number(), let y = rest.number() else { return nil }
                before = TextLine.Box.Corner(x: before.x &+ x, y: before.y &+ y)
                corners.append(before)
            }
            let box = TextLine.Box(start: corners[0], end: corners[1], belowEnd: corners[2], belowStart: corners[3])
            lines.append(TextLine(text, confidence: Double(confidence) / Self.thousand, box: box, script: script))
        }
        self.init(lines, in: PixelSize(width: width, height: height))
    }
}

/// Identifies a text reader by a number that a catalog stores for its fingerprint.
public struct TextReaderID: Hashable, Sendable {
    /// Different for each fingerprint.
    public let value: Int64

    /// For catalogs, and for code that derives it from a fingerprint.
    public init(_ value: Int64) {
        self.value = value
    }
}

/// The text of a picture, and what read it.
public struct ReadText: Hashable, Sendable {
    /// No lines if there is no text, or if the picture cannot be read.
    public let text: PictureText
    /// What read it.
    public let reader: TextReaderID

    /// Made by catalogs.
    public init(_ text: PictureText, by reader: TextReaderID) {
        (self.text, self.reader) = (text, reader)
    }
}

extension Analysis<PictureText> {
    /// Text read in pictures, whatever read it.
    public static var text: Analysis { text(by: nil) }

    /// Text that this reader read.
    public static func text(by reader: TextReaderID) -> Analysis { text(by: .number(reader.value)) }

    private static func text(by maker: AnalysisMaker?) -> Analysis {
        Analysis(
            table: "texts", maker: maker, columns: { [$0.bytes.map { .bytes($0) } ?? .null] },
            result: { row in
                guard row.columns[0] != .null else { return PictureText([], in: row.size) }
                return row.columns[0].bytes.flatMap { PictureText(bytes: $0) }
            })
    }
}
