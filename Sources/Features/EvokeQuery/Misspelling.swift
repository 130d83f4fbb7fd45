import EvokePorts
import EvokeValues

/// An unknown word in a query, and what may have been meant.
public struct Misspelling: Hashable, Sendable, Codable {
    /// The word as written.
    public let word: String
    /// A known word with a similar spelling.
    public let suggestion: String
    /// The whole query with the suggestion instead.
    public let text: String
    /// Whether the results are those of ``text``: nothing matches what was written, and nothing else can be meant.
    public let isShown: Bool

    package init(word: String, suggestion: String, text: String, isShown: Bool) {
        (self.word, self.suggestion, self.text, self.isShown) = (word, suggestion, text, isShown)
    }
}

extension ParsedQuery {
    /// Whether a folded word has a meaning in a query, or is a filler next to other words: "between", "photos",
    /// "without".
    package static func knows(_ word: String) -> Bool {
        FillerWords.isFiller(word)
            || !SentencePiece.all(in: word.startIndex..<word.endIndex, of: word).allSatisfy(\.isPlain)
            || QueryLanguage.allCases.contains { DateDictionary.of($0).knows(word) }
    }
}

extension SearchQuery {
    /// The folded words that the query searches by meaning.
    package var plainTerms: Set<String> {
        parts.reduce(into: []) { terms, part in
            if case .words(let text) = part { terms.formUnion(TextTerm.all(in: text).map(\.text)) }
        }
    }
}

/// Possible corrections of a mistyped word: with one letter wrong, missing or extra, with two neighbors swapped, or
/// with other letters doubled. Words that differ only in their ending are other forms of the word, and are not
/// included: "castles". The first letter is kept, since it is rarely mistyped.
package enum Respelling {
    /// In shorter words, one letter makes another word.
    package static let shortest = 5
    private static let longWord = 8
    private static let alphabets = [
        "abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψως",
    ]

    /// All corrections of a lowercase word without accents; empty for scripts other than Latin, Cyrillic and Greek.
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

    /// Whether one is certainly the other mistyped: it is long, or has the same letters. "Beard" is not a mistyped
    /// "board".
    package static func isSure(_ one: String, for other: String) -> Bool {
        one.count >= longWord || Set(one) == Set(other)
    }

    /// With no doubled letter, or with other doubled letters: two at most.
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
