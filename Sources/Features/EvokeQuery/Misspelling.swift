import EvokeValues

/// A word of a query that nothing knows, and what may have been meant.
public struct Misspelling: Hashable, Sendable {
    /// As it was written.
    public let word: String
    /// What is written almost so, and known.
    public let suggestion: String
    /// The whole query with that in its place.
    public let text: String
    /// Whether the photos are those of ``text``: nothing answers what was written, and nothing else can be meant.
    public let isShown: Bool

    package init(word: String, suggestion: String, text: String, isShown: Bool) {
        (self.word, self.suggestion, self.text, self.isShown) = (word, suggestion, text, isShown)
    }
}

extension ParsedQuery {
    /// Whether a word says something in a query, or says nothing beside other words: "between", "photos", "without". Folded.
    package static func knows(_ word: String) -> Bool {
        FillerWords.isFiller(word)
            || !SentencePiece.all(in: word.startIndex..<word.endIndex, of: word).allSatisfy(\.isPlain)
            || QueryLanguage.allCases.contains { DateDictionary.of($0).knows(word) }
    }
}

extension Query {
    /// The words by whose meaning it asks, folded.
    package var plainTerms: Set<String> {
        parts.reduce(into: []) { terms, part in
            if case .words(let text) = part { terms.formUnion(TextTerm.all(in: text).map(\.text)) }
        }
    }
}

/// How a word may have been meant that was mistyped: one letter is another one, lacks or is too many, two neighbours
/// changed places, or other letters are doubled. What differs in its ending alone is another form of the word, and not
/// among them: "castles". Hardly anybody mistypes the first letter.
package enum Respelling {
    /// In shorter words one letter makes another word.
    package static let shortest = 5
    private static let longWord = 8
    private static let alphabets = [
        "abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψως",
    ]

    /// All of them, of a word in small letters without accents; none for other scripts than Latin, Cyrillic and Greek.
    package static func all(of word: String) -> Set<String> {
        let letters = Array(word)
        guard letters.count >= shortest,
            let alphabet = alphabets.first(where: { alphabet in letters.allSatisfy(alphabet.contains) })
        else { return [] }
        var found: Set<String> = []
        for place in letters.indices {
            var other = letters
            other.remove(at: place)
            found.insert(String(other))
            for letter in alphabet {
                other = letters
                other[place] = letter
                found.insert(String(other))
                other.insert(letters[place], at: place + 1)
                found.insert(String(other))
            }
        }
        found = found.filter { $0.first == word.first && !isForm($0, of: word) }
        for place in letters.indices.dropLast() {
            var other = letters
            other.swapAt(place, place + 1)
            found.insert(String(other))
        }
        found.formUnion(redoubled(letters))
        found.remove(word)
        return found
    }

    /// Whether the one can hardly be a word of its own beside the other: it has the same letters, or many. "Beard" is no
    /// mistyped "board".
    package static func isSure(_ one: String, for other: String) -> Bool {
        one.count >= longWord || Set(one) == Set(other)
    }

    /// With no letter doubled, or others than before: two at most.
    private static func redoubled(_ letters: [Character]) -> [String] {
        let single = letters.indices.filter { $0 == 0 || letters[$0] != letters[$0 - 1] }.map { letters[$0] }
        var found = [String(single)]
        for first in single.indices {
            for second in single.indices[first...] {
                var other = single
                other.insert(single[second], at: second)
                if second > first { other.insert(single[first], at: first) }
                found.append(String(other))
            }
        }
        return found
    }

    private static func isForm(_ one: String, of other: String) -> Bool {
        zip(one, other).prefix { $0 == $1 }.count >= max(one.count, other.count) - 2
    }
}
