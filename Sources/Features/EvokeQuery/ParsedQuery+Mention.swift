import EvokeValues

extension ParsedQuery {
    /// A date, a place, a person or a camera mentioned in plain words.
    package struct Mention: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case date, place, person, camera }

        /// Its range in the words, with the preceding preposition.
        package var range: Range<String.Index>
        package let kind: Kind
        /// The condition it expresses by itself.
        package let part: Query.Part
        /// Whether a word makes it more than a plain date: "before", "ago".
        var isTurned = false
        /// Whether it counts only if the other words mean nothing.
        package var isWeak = false

        package init(_ range: Range<String.Index>, _ kind: Kind, _ part: Query.Part) {
            (self.range, self.kind, self.part) = (range, kind, part)
        }
    }
}

extension ParsedQuery {
    /// Whether a lowercase word joins what is next to it: "and", "oder".
    package static func joins(_ word: String) -> Bool { SentencePiece.joins(word.foldedWord) }

    /// The end of the first word of a text, if that means nothing next to what was understood: "photos", 写真.
    package static func idle(_ text: Substring) -> String.Index? {
        guard let first = text.unicodeScalars.first else { return nil }
        if SentencePiece.isUnspaced(first) {
            return FillerWords.unspaced.first(where: text.hasPrefix).map {
                text.index(text.startIndex, offsetBy: $0.count)
            }
        }
        let end = text.firstIndex(where: \.isWhitespace) ?? text.endIndex
        return FillerWords.isFiller(text[..<end].foldedWord) ? end : nil
    }
}
