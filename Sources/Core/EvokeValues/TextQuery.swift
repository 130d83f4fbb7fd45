/// What a photo's text must contain to match plain words.
public struct TextQuery: Hashable, Sendable {
    /// Terms that must follow each other.
    package struct Phrase: Hashable, Sendable {
        package let terms: [TextTerm]
        /// As in the query.
        package let text: String

        /// Whether the last number may continue: `2019` begins `20190503`.
        package var isOpen: Bool {
            guard let last = terms.last else { return false }
            return last.kind == .number && last.text.utf8.count >= 3
        }

        /// In scripts without spaces, words have no clear ends, and a few letters are a part of many.
        fileprivate var isSure: Bool {
            guard terms.allSatisfy({ $0.kind == .letters }) else { return true }
            let isChinese = terms.allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isChinese) }
            return terms.count >= (isChinese ? 1 : 3)
        }
    }

    /// More words at once are a description, which occurs nowhere literally.
    private static let mostPhrases = 16
    private static let longestName = 255

    /// As written.
    package let query: String
    /// A photo must contain all of them; empty if only the file name is compared.
    package let phrases: [Phrase]
    /// A file with this name is certainly meant.
    package let name: [String]
    /// Whether it is enough if a folder's or a camera's name contains all of them.
    package let saysMuch: Bool
    /// False if they may be parts of other words.
    package let isSure: Bool
    /// Those of the words that name places; empty until `naming` is called.
    package internal(set) var placeNames: [PlaceName] = []
    /// Words in pictures that may be misreadings of phrases, by phrase index.
    package internal(set) var misreadings: [Int: Set<String>] = [:]

    /// Nil if the words cannot occur in any text.
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

    /// Nil for words that mean nothing on their own, and for single letters.
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
    /// Where its phrases occur in a text, each with its index.
    ///
    /// - Parameter isRead: whether the text was read in a picture, and may be misread.
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

/// Photos that match words by text.
public struct TextMatches: Hashable, Sendable {
    /// The query is their file's name, with or without its file extension.
    package var named: PhotoSet
    /// All words occur in their text, or name the place where they were taken.
    package var all: PhotoSet
    /// All words occur in the photo's own text: file name, title, description or keywords.
    package var own: PhotoSet
    /// The words name the place where they were taken, and do not all occur in text.
    package var placed: PhotoSet
    /// Those of `all` that contain some of the words only in the picture.
    package var read: PhotoSet
    /// All words occur, possibly with a misread letter in the picture. Disjoint from the others.
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

    /// Words in the text of more photos do not distinguish them, and count only by their meaning.
    package static let most = 20_000
}
