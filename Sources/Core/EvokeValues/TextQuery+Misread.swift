extension TextTerm {
    /// In shorter words one letter makes another word.
    private static let shortestMisreadable = 5

    /// Whether it is found with one letter that is another one, is lacking or is too many.
    package var isMisreadable: Bool { kind == .word && text.count >= Self.shortestMisreadable }
}

/// How a word may begin and end that was misread: one letter is wrong, so one of both halves is as it should be.
package struct Misreading: Sendable {
    /// More words are not looked for in the place of one.
    package static let most = 64

    /// The word as it should be.
    package let word: String
    /// The first half, and the second one from its end.
    package let start, end: String
    /// In letters, as `Unicode.Scalar` counts them.
    package let lengths: ClosedRange<Int>

    package init(of word: String) {
        self.word = word
        let letters = Array(word.unicodeScalars)
        start = Self.text(letters.prefix(letters.count / 2))
        end = Self.text(letters.dropFirst(letters.count / 2).reversed())
        lengths = letters.count - 1...letters.count + 1
    }

    /// A word from its end.
    package static func mirrored(_ word: String) -> String { text(word.unicodeScalars.reversed()) }

    private static func text(_ letters: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(letters))
    }

    /// Whether a word differs from it in one letter.
    package func fits(_ other: String) -> Bool {
        let (one, two) = (Array(word.unicodeScalars), Array(other.unicodeScalars))
        guard one != two, lengths.contains(two.count) else { return false }
        let (start, end) = (one.countOfEqual(two), one.reversed().countOfEqual(two.reversed()))
        return start + end >= max(one.count, two.count) - 1
    }
}

extension Collection where Element == Unicode.Scalar {
    /// How many of the first are the same.
    fileprivate func countOfEqual(_ other: some Collection<Unicode.Scalar>) -> Int {
        zip(self, other).prefix { $0 == $1 }.count
    }
}

extension TextQuery {
    /// The same with the words in pictures that may be its words, misread.
    ///
    /// - Parameter find: the words that were read in pictures and fit.
    package func misread<Failure: Error>(
        as find: (Misreading) throws(Failure) -> [String]
    ) throws(Failure) -> TextQuery {
        var words = self
        for (number, phrase) in phrases.enumerated() where phrase.terms.count == 1 && phrase.terms[0].isMisreadable {
            let found = try find(Misreading(of: phrase.terms[0].text))
            if !found.isEmpty { words.misreadings[number] = Set(found) }
        }
        return words
    }

    /// The same with those that a catalogue has found.
    package func misread(as misreadings: [Int: Set<String>]) -> TextQuery {
        var words = self
        words.misreadings = misreadings
        return words
    }
}
