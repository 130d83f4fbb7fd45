public import EvokeValues

/// A date that plain words say.
public struct QueryUnderstanding: Hashable, Sendable {
    /// Where it stands in the words, with the preposition before it.
    public let range: Range<String.Index>
    /// The name of the field that says the same.
    public let field: String
    /// The canonical value of that field.
    public let value: String
    /// What is required by it.
    public let test: PhotoTest
    /// The words that are left, perhaps none.
    public let words: String
}

extension Query {
    /// The date that bare words say, as in "beach last summer" or "im Mai 2019"; nil where they say none.
    ///
    /// Words stay words where they may well mean something else. A month needs a year or a preposition, a weekday a
    /// preposition or "last", a season and Christmas need a year or "last". A year of four digits, from 1900 to the next
    /// one, counts behind a preposition, beside another word for a date, and at the end of several words ("beach 2019");
    /// at their start it does not ("1984 poster"). Where several languages find one, the longest counts, then the one of
    /// the language that comes first.
    ///
    /// - Parameters:
    ///   - now: by the clock on the wall of whoever asks.
    ///   - languages: those of whoever asks, the first language first.
    public static func understanding(
        of words: String, now: CivilTime, languages: [QueryLanguage] = QueryLanguage.allCases
    ) -> QueryUnderstanding? {
        var best: (range: Range<String.Index>, span: DateSpan, length: Int)?
        var ordinary: Set<String> = []
        for language in languages {
            let dictionary = DateDictionary.of(language)
            let tokens = DateToken.all(in: words, dictionary)
            if let phrase = DatePhrase.first(in: tokens, now: now, in: language) {
                let found = tokens[phrase.tokens]
                let range =
                    found[phrase.tokens.lowerBound].range
                    .lowerBound..<found[phrase.tokens.upperBound - 1].range.upperBound
                let length = words.unicodeScalars[range].count
                let isOrdinary =
                    found.contains { ordinary.contains($0.key) }
                    && found.allSatisfy { $0.number != nil || ordinary.contains($0.key) }
                if !isOrdinary, length > best?.length ?? 0 {
                    best = (range, phrase.span, length)
                }
            }
            ordinary.formUnion(dictionary.ordinary)
        }
        guard let best else { return nil }
        let rest = [words[..<best.range.lowerBound], words[best.range.upperBound...]].map(\.trimmed)
        let test = PhotoTest.taken(best.span)
        return QueryUnderstanding(
            range: best.range, field: QueryField.date.name, value: DateSpan.text(best.span), test: test,
            words: rest.filter { !$0.isEmpty }.joined(separator: " "))
    }
}
