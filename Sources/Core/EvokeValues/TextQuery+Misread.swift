extension TextTerm {
    /// In shorter words, one wrong letter makes another word.
    private static let shortestMisreadable = 5

    /// Whether it is also found with one letter wrong, missing or extra.
    package var isMisreadable: Bool { kind == .word && text.count >= Self.shortestMisreadable }
}

/// How a misread word may begin and end: only one letter is wrong, so one of its halves is right.
package struct Misreading: Sendable {
    /// At most this many alternatives are tried for a word.
    package static let most = 64

    /// The correct word.
    package let word: String
    /// The first half, and the second half reversed.
    package let start, end: String
    /// In `Unicode.Scalar`s.
    package let lengths: ClosedRange<Int>

    package init(of word: String) {
        self.word = word
        let letters = Array(word.unicodeScalars)
        start = Self.text(letters.prefix(letters.count / 2))
        end = Self.text(letters.dropFirst(letters.count / 2).reversed())
        lengths = letters.count - 1...letters.count + 1
    }

    /// The word reversed.
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
    /// The length of the common prefix.
    fileprivate func countOfEqual(_ other: some Collection<Unicode.Scalar>) -> Int {
        zip(self, other).prefix { $0 == $1 }.count
    }
}

extension TextQuery {
    /// The same, with the words in pictures that may be misreadings of its words.
    ///
    /// - Parameter find: finds the matching words that were read in pictures.
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

    /// The same, with those that a catalog has found.
    package func misread(as misreadings: [Int: Set<String>]) -> TextQuery {
        var words = self
        words.misreadings = misreadings
        return words
    }
}
