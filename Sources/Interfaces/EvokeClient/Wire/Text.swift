package import EvokeValues

/// What is written in a photo.
public struct TextAnswer: Codable, Hashable, Sendable {
    /// A line of it.
    public struct Line: Codable, Hashable, Sendable {
        /// As it is read, without control characters.
        public let text: String
        /// From 0 to 1.
        public let confidence: Double
        /// Four corners, x before y in pixels of the upright photo: from the one where the text begins, along its upper
        /// edge.
        public let box: [[Int]]

        package init(_ line: TextLine) {
            text = line.text
            confidence = (line.confidence * 1_000).rounded() / 1_000
            box = line.box.corners.map { [$0.x, $0.y] }
        }
    }

    /// The file as it was named.
    public let path: String
    /// Its bytes, where they are no UTF-8.
    public let pathBase64: String?
    /// In the order in which one reads them.
    public let lines: [Line]

    package init(_ text: PictureText, of photo: FilePath) {
        path = JSONText.path(photo)
        pathBase64 = JSONText.base64(photo)
        lines = text.lines.map(Line.init)
    }
}

/// A language that text can be read in.
public struct LanguageAnswer: Codable, Hashable, Sendable {
    /// As Tesseract calls it.
    public let code: String
    /// In English.
    public let name: String

    package init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}
