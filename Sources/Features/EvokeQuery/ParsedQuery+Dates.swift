import EvokeValues

extension ParsedQuery.Mention {
    /// The dates that bare words say, as in "beach last summer", "im Mai 2019" or "before 2010".
    ///
    /// Words stay words where they may well mean something else. A month needs a year or a preposition, a weekday a
    /// preposition or "last", a season and Christmas need a year or "last". A year of four digits, from 1900 to the next
    /// one, counts behind a preposition, beside another word for a date, and at the end of several words ("beach 2019");
    /// elsewhere it does only where all else is understood ("2012 in India", and not "1984 poster"). The language counts whose dates have the most letters, then the one
    /// in which more of them are turned round ("na 2010"), then the first.
    ///
    /// - Parameters:
    ///   - now: by the clock on the wall of whoever asks.
    ///   - languages: those of whoever asks, the first language first.
    static func dates(in words: String, now: CivilTime, _ languages: [QueryLanguage]) -> [ParsedQuery.Mention] {
        var best: (mentions: [ParsedQuery.Mention], length: Int, turned: Int) = ([], 0, 0)
        var ordinary: Set<String> = []
        for language in languages {
            let dictionary = DateDictionary.of(language)
            let tokens = DateToken.all(in: words, dictionary)
            var (mentions, length) = ([ParsedQuery.Mention](), 0)
            for phrase in DatePhrase.all(in: tokens, now: now, in: language) {
                let found = tokens[phrase.tokens]
                let isOrdinary =
                    found.contains { ordinary.contains($0.key) }
                    && found.allSatisfy { $0.number != nil || ordinary.contains($0.key) }
                guard !isOrdinary, let first = found.first, let last = found.last else { continue }
                let range = first.range.lowerBound..<last.range.upperBound
                var mention = ParsedQuery.Mention(range, .date, .test(.taken(phrase.span)))
                (mention.isTurned, mention.isWeak) = (phrase.isTurned, phrase.isWeak)
                mentions.append(mention)
                length += words.unicodeScalars[range].count
            }
            let turned = mentions.count(where: \.isTurned)
            if (length, turned) > (best.length, best.turned) { best = (mentions, length, turned) }
            ordinary.formUnion(dictionary.ordinary)
        }
        return best.mentions
    }
}
