import EvokeValues

extension ParsedQuery.Mention {
    /// The dates expressed in bare words, as in "beach last summer", "im Mai 2019" or "before 2010".
    ///
    /// Words stay words if they may well mean something else. A month needs a year or a preposition, a weekday needs a
    /// preposition or "last", a season and Christmas need a year or "last". A four-digit year, from 1900 to next year,
    /// counts after a preposition, next to another word for a date, and at the end of several words ("beach 2019");
    /// elsewhere it counts only if everything else is understood ("2012 in India", but not "1984 poster"). The language
    /// whose dates have the most letters wins, then the one in which more of them are qualified ("na 2010"), then the
    /// first.
    ///
    /// - Parameters:
    ///   - now: in the user's local time.
    ///   - languages: the user's, the preferred one first.
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
