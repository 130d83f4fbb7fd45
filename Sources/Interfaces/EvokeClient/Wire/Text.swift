package import EvokeValues

/// The text in a photo.
public struct TextAnswer: Codable, Hashable, Sendable {
    /// A line of text.
    public struct Line: Codable, Hashable, Sendable {
        /// Without control characters.
        public let text: String
        /// From 0 to 1.
        public let confidence: Double
        /// Four corners, x before y in pixels of the upright photo: starting where the text begins, along its upper
        /// edge.
        public let box: [[Int]]

        package init(_ line: TextLine) {
            text = line.text
            confidence = (line.confidence * 1_000).rounded() / 1_000
            box = line.box.corners.map { [$0.x, $0.y] }
        }
    }

    /// The file as given.
    public let path: String
    /// The path's bytes, if not UTF-8.
    public let pathBase64: String?
    /// In reading order.
    public let lines: [Line]

    package init(_ text: PictureText, of photo: FilePath) {
        path = JSONText.path(photo)
        pathBase64 = JSONText.base64(photo)
        lines = text.lines.map(Line.init)
    }
}

/// A language that text can be read in.
public struct LanguageAnswer: Codable, Hashable, Sendable {
    /// Tesseract's code.
    public let code: String
    /// In English.
    public let name: String

    package init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}
