/// What has to be written on a photo for its texts to answer plain words.
public struct TextQuery: Hashable, Sendable {
    /// Terms that have to follow each other.
    package struct Phrase: Hashable, Sendable {
        package let terms: [TextTerm]
        /// As it stands in the query.
        package let text: String

        /// Whether the last number may go on: `2019` begins `20190503`.
        package var isOpen: Bool {
            guard let last = terms.last else { return false }
            return last.kind == .number && last.text.utf8.count >= 3
        }

        /// In scripts without spaces nobody knows where a word ends, and a few letters are a part of many.
        fileprivate var isSure: Bool {
            guard terms.allSatisfy({ $0.kind == .letters }) else { return true }
            let isChinese = terms.allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isChinese) }
            return terms.count >= (isChinese ? 1 : 3)
        }
    }

    /// More words at once are a description, and written nowhere as they are.
    private static let mostPhrases = 16
    private static let longestName = 255

    /// As it was written.
    package let query: String
    /// All of them are written on a photo that is found by them; empty where nothing is looked for but the name.
    package let phrases: [Phrase]
    /// A file with this name is meant by nothing else.
    package let name: [String]
    /// Whether a folder's or a camera's name says enough when it has all of them.
    package let saysMuch: Bool
    /// Whether they may be parts of other words.
    package let isSure: Bool
    /// Those of the words that name places; none until `naming` has looked for them.
    package internal(set) var placeNames: [PlaceName] = []
    /// Words in pictures that may be some of the phrases, misread: by their places among the phrases.
    package internal(set) var misreadings: [Int: Set<String>] = [:]

    /// Nil for what is written nowhere.
    package init?(_ query: String) {
        self.query = query
        name = TextTerm.all(in: query).map(\.text)
        guard !name.isEmpty, query.utf8.count <= Self.longestName else { return nil }
        let phrases = Self.words(of: query).compactMap(Self.phrase)
        self.phrases = phrases.count <= Self.mostPhrases ? phrases : []
        saysMuch = phrases.count > 1 || phrases.contains { $0.terms.count > 1 }
        isSure = phrases.allSatisfy(\.isSure)
    }

    private static let signsBetweenWords: Set<Character> = [
        ",", ";", ":", "/", "\\", "|", "(", ")", "[", "]", "{", "}", "\"", "!", "?", "、", "。", "，", "・", "「", "」",
    ]

    static func words(of query: String) -> [Substring] {
        query.split { $0.isWhitespace || signsBetweenWords.contains($0) }
    }

    /// Nil for words that say nothing by themselves, and for letters alone.
    static func phrase(_ text: Substring) -> Phrase? {
        let terms = TextTerm.all(in: text)
        guard let first = terms.first else { return nil }
        if terms.count == 1, first.kind != .number {
            guard first.text.count > 1, !SmallWords.all.contains(first.text) else { return nil }
        }
        return Phrase(terms: terms, text: String(text))
    }
}

extension TextQuery {
    /// Where its phrases stand in a text, each with its place among them.
    ///
    /// - Parameter isRead: whether they may be misread there.
    package func places(
        in text: String, isRead: Bool = false
    ) -> [(phrase: Int, range: Range<String.Index>)] {
        let terms = TextTerm.all(in: text)
        var places: [(phrase: Int, range: Range<String.Index>)] = []
        if isRead {
            for (number, words) in misreadings {
                places += terms.filter { words.contains($0.text) }.map { (number, $0.range) }
            }
        }
        for (number, phrase) in phrases.enumerated() {
            places += terms.places(of: phrase.terms, isOpen: phrase.isOpen).map { (number, $0) }
        }
        return places
    }
}

/// Photos on which words are written.
public struct TextMatches: Hashable, Sendable {
    /// Their file has the query as its name, with its ending or without.
    package var named: PhotoSet
    /// All words are written somewhere, or name the place where it was taken.
    package var all: PhotoSet
    /// All words are written on the photo itself: in the name of the file, the title, the description, the keywords.
    package var own: PhotoSet
    /// The words are the name of the place where it was taken, and not all of them are written elsewhere.
    package var placed: PhotoSet
    /// Of those with all words, the ones of which some are in the picture alone.
    package var read: PhotoSet
    /// All words are written on it, or in its picture with a letter that was misread. None of them is among the others.
    package var misread: PhotoSet
    /// How these words were misread: `TextQuery.misreadings`.
    package var misreadings: [Int: Set<String>] = [:]

    package init(
        named: PhotoSet = PhotoSet(), all: PhotoSet = PhotoSet(), own: PhotoSet = PhotoSet(),
        placed: PhotoSet = PhotoSet(), read: PhotoSet = PhotoSet(), misread: PhotoSet = PhotoSet()
    ) {
        (self.named, self.all, self.own, self.placed) = (named, all, own, placed)
        (self.read, self.misread) = (read, misread)
    }

    /// What is written on more photos tells none from the others, and words are left to their meaning.
    package static let most = 20_000
}
