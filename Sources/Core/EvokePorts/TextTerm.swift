import EvokeValues

/// A word, a number, or two adjacent letters of a script without spaces: the unit of full-text search.
package struct TextTerm: Hashable, Sendable {
    /// Folded. Only letters, digits and the marks on them.
    package let text: String
    /// Its range in the original text.
    package let range: Range<String.Index>
    package let kind: Kind

    package enum Kind: Hashable, Sendable {
        case word, number
        /// In a script without spaces between words: Chinese, Japanese, Thai and the like.
        case letters
    }

    /// All terms of a text, in order. Symbols and spaces separate terms, and letters and digits are separate terms.
    package static func all(in text: some StringProtocol) -> [TextTerm] {
        var terms: [TextTerm] = []
        var run: (kind: Kind, start: String.Index)?
        var place = text.startIndex
        func end(_ run: (kind: Kind, start: String.Index)) {
            if run.kind == .letters {
                terms += pairs(in: text, run.start..<place)
            } else if let term = term(in: text, run.start..<place, run.kind) {
                terms.append(term)
            }
        }
        while place < text.endIndex {
            let kind = Kind(text[place])
            if let begun = run, begun.kind != kind {
                end(begun)
                run = nil
            }
            if let kind, run == nil { run = (kind, place) }
            place = text.index(after: place)
        }
        if let run { end(run) }
        return terms
    }

    /// Each letter with the one after it; a single letter is a term, too.
    private static func pairs(in text: some StringProtocol, _ range: Range<String.Index>) -> [TextTerm] {
        let places = Array(text[range].indices) + [range.upperBound]
        guard places.count > 2 else { return [term(in: text, range, .letters)].compactMap(\.self) }
        return (2..<places.count).compactMap { term(in: text, places[$0 - 2]..<places[$0], .letters) }
    }

    private static func term(
        in text: some StringProtocol, _ range: Range<String.Index>, _ kind: Kind
    ) -> TextTerm? {
        let folded = String(text[range]).folded
        // Drops characters that only some texts contain, such as the joiners of Persian and emoji.
        let plain = String(String.UnicodeScalarView(folded.unicodeScalars.filter(\.isWritten)))
        return plain.isEmpty ? nil : TextTerm(text: plain, range: range, kind: kind)
    }
}

extension [TextTerm] {
    /// Where other terms occur in sequence among these, from the first to the end of the last.
    ///
    /// - Parameter isOpen: whether the last one may continue.
    package func places(of wanted: [TextTerm], isOpen: Bool = false) -> [Range<String.Index>] {
        indices.compactMap { start in
            let found = self[start...].prefix(wanted.count)
            guard found.count == wanted.count, let last = found.last, let word = wanted.last?.text,
                zip(found.dropLast(), wanted).allSatisfy({ $0.text == $1.text }),
                last.text == word || (isOpen && last.text.hasPrefix(word))
            else { return nil }
            return self[start].range.lowerBound..<last.range.upperBound
        }
    }
}

extension TextTerm.Kind {
    /// Nil for symbols and spaces.
    fileprivate init?(_ letter: Character) {
        guard let first = letter.unicodeScalars.first, first.isWritten, !first.properties.generalCategory.isMark else {
            return nil
        }
        if first.properties.numericType == .decimal {
            self = .number
        } else {
            self = first.hasNoSpaces ? .letters : .word
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isWritten: Bool {
        let category = properties.generalCategory
        switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return true
        default: return category.isMark
        }
    }

    fileprivate var hasNoSpaces: Bool {
        switch value {
        // Thai and Lao, Burmese, Khmer, kana, Chinese.
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Two of them make a word.
    package var isChinese: Bool {
        switch value {
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { [.nonspacingMark, .spacingMark, .enclosingMark].contains(self) }
}

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

/// Folded words that mean nothing on their own: articles, prepositions, "and". A photo need not have them.
enum SmallWords {
    static let all = Set(
        """
        a an and are as at by for from in into is my near of on or our over the to under with without
        am an auf aus bei das dem den der des die ein eine einem einen einer fur im ist mein meine mit nach oder uber um und
        unter vom von vor zu zum zur
        au aux avec chez dans de des du en et la le les mes mon notre ou par pour sous sur un une
        con del el las los mi mis para por sin sobre un una y
        ao aos as com da das do dos em meu minha na nas no nos os ou para sem um uma
        al alla alle con da dal dalla degli dei del della delle di gli il lo mia mio nel nella per su sul sulla uno
        aan bij een het met mijn naar of onder op over te uit van voor zonder
        без в во для до за и из к ко на над о об от по под при с со у
        """.split { $0.isWhitespace }.map { String($0).folded })
}
