/// Reads single lines of text, each in one of the languages that are installed for it.
package protocol LineReading: Sendable {
    /// What reads, with its version and what it was trained on: where this changes, it reads otherwise.
    var identity: String { get }
    /// By its own names: "deu".
    var languages: [String] { get }
    /// Takes a thread until it is done. No words where it reads nothing.
    func read(_ line: GreyLine, in language: String) throws -> LineWords
}

/// The picture of one line of text, laid level: a byte a pixel, row by row.
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
        /// Whether the language's list of words has it.
        package let isKnown: Bool
        /// Whether no space stands before it: some scripts are read in parts of words.
        package let isJoined: Bool

        package init(_ text: String, confidence: Double, isKnown: Bool = false, isJoined: Bool = false) {
            (self.text, self.confidence, self.isKnown, self.isJoined) = (text, confidence, isKnown, isJoined)
        }
    }

    package let words: [Word]

    package init(_ words: [Word]) { self.words = words }

    package var text: String { words.map(\.text).joined(separator: " ") }

    /// With a space only where one was seen.
    package var joinedText: String {
        words.reduce("") { text, word in text + (text.isEmpty || word.isJoined ? "" : " ") + word.text }
    }

    /// The mean of its words, each by its length; 0 where there are none.
    package var confidence: Double { mean { $0.confidence } }

    /// The share of it that is in words that the language has.
    package var known: Double { mean { $0.isKnown ? 1 : 0 } }

    private func mean(_ value: (Word) -> Double) -> Double {
        let length = words.reduce(0) { $0 + $1.text.count }
        return length == 0 ? 0 : words.reduce(0) { $0 + value($1) * Double($1.text.count) } / Double(length)
    }
}
