/// Reads single lines of text, each in one of the languages installed for it.
package protocol LineReading: Sendable {
    /// The reader, with its version and training data: if it changes, the same text may be read differently.
    var identity: String { get }
    /// By its own names: "deu".
    var languages: [String] { get }
    /// Blocks a thread until it is done. Returns no words if it reads nothing.
    func read(_ line: GreyLine, in language: String) throws -> LineWords
}

/// The picture of one line of text, leveled: one byte per pixel, row by row.
package struct GreyLine: Hashable, Sendable {
    package let bytes: [UInt8]
    package let width, height: Int

    /// - Parameter bytes: `width` times `height`.
    package init(_ bytes: [UInt8], width: Int, height: Int) {
        precondition(bytes.count == width * height)
        (self.bytes, self.width, self.height) = (bytes, width, height)
    }
}

/// What was read in a line, word by word.
package struct LineWords: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package let text: String
        /// From 0 to 1.
        package let confidence: Double
        /// Whether the language's word list contains it.
        package let isKnown: Bool
        /// Whether no space precedes it: some scripts are read in parts of words.
        package let isJoined: Bool

        package init(_ text: String, confidence: Double, isKnown: Bool = false, isJoined: Bool = false) {
            (self.text, self.confidence, self.isKnown, self.isJoined) = (text, confidence, isKnown, isJoined)
        }
    }

    package let words: [Word]

    package init(_ words: [Word]) { self.words = words }

    package var text: String { words.map(\.text).joined(separator: " ") }

    /// With spaces only where they were seen.
    package var joinedText: String {
        words.reduce("") { text, word in text + (text.isEmpty || word.isJoined ? "" : " ") + word.text }
    }

    /// The mean over its words, weighted by length; 0 if there are none.
    package var confidence: Double { mean { $0.confidence } }

    /// The share of the text that is in known words.
    package var known: Double { mean { $0.isKnown ? 1 : 0 } }

    private func mean(_ value: (Word) -> Double) -> Double {
        let length = words.reduce(0) { $0 + $1.text.count }
        return length == 0 ? 0 : words.reduce(0) { $0 + value($1) * Double($1.text.count) } / Double(length)
    }
}
