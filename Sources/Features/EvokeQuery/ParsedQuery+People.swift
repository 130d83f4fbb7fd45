package import EvokeValues

extension ParsedQuery {
    /// Folded words that join people, and are removed along with a name: "with Anna", "Anna and Ben".
    static let joining: Set = [
        "with", "and", "of", "mit", "und", "von", "avec", "et", "con", "y", "com", "e", "met", "en", "i", "и", "с",
        "со",
    ]
    /// After one of these, a word alone is not a name: "a rose".
    private static let articles: Set = [
        "a", "an", "the", "this", "that", "ein", "eine", "einen", "einer", "der", "die", "das", "den", "dem", "un",
        "une",
        "la", "le", "les", "una", "el", "los", "las", "um", "uma", "o", "os", "as", "il", "lo", "gli", "een", "het",
        "de",
    ]

    /// The same, with the people in its plain words: "Anna at the beach". A name needs a capital, or two of its words:
    /// "rose" is a flower, and "Rose" a person. Without a capital, one word counts if the others mean nothing: "photos
    /// of anna". After a word that leads to a place, as in "in Florence", it is not a name.
    ///
    /// - Parameters:
    ///   - known: the names given in the library.
    ///   - leadsToPlace: whether a folded word leads to a place.
    package func understanding(
        people known: KnownNames, leadsToPlace: (String) -> Bool
    ) throws(EvokeError) -> ParsedQuery {
        guard !known.names.isEmpty else { return self }
        return try understanding(.person) { words throws(EvokeError) in
            let terms = TextTerm.all(in: words)
            var (mentions, start) = ([Mention](), 0)
            while start < terms.count {
                let before = start > 0 ? terms[start - 1].text : ""
                let longest = min(KnownNames.mostWords, terms.count - start)
                let length =
                    leadsToPlace(before)
                    ? nil
                    : (1...longest).last { length in known.contains(terms[start..<start + length].map(\.text)) }
                guard let length else {
                    start += 1
                    continue
                }
                let name = terms[start].range.lowerBound..<terms[start + length - 1].range.upperBound
                var mention = Mention(name, .person, .test(.person(String(words[name]))))
                mention.isWeak = length == 1 && !words[name.lowerBound].isUppercase
                if !mention.isWeak || !Self.articles.contains(before) { mentions.append(mention) }
                start += length
            }
            return mentions
        }
    }
}
