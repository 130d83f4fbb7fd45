package import EvokeValues

extension QueryReading {
    /// Words that join somebody with others, and go where their name goes: "with Anna", "Anna and Ben". Folded.
    private static let joining: Set = [
        "with", "and", "of", "mit", "und", "von", "avec", "et", "con", "y", "com", "e", "met", "en", "i", "и", "с",
        "со",
    ]
    /// The same with the people in its plain words: "Anna at the beach". A name needs a capital, or two of its words: "rose"
    /// is a flower, and "Rose" somebody. Behind a word after which a place follows, as in "in Florence", it is none.
    ///
    /// - Parameters:
    ///   - known: those that are given in the library.
    ///   - leadsToPlace: whether a place follows a word, which is folded.
    package func understanding(
        people known: KnownNames, leadsToPlace: (String) -> Bool
    ) throws(EvokeError) -> QueryReading {
        guard !known.names.isEmpty else { return self }
        return try understanding { words throws(EvokeError) in
            let terms = WrittenTerm.all(in: words)
            var (understood, rest, start) = ([Understood](), words, 0)
            var gone: [Range<String.Index>] = []
            while start < terms.count {
                let longest = min(KnownNames.mostWords, terms.count - start)
                let isPlace = start > 0 && leadsToPlace(terms[start - 1].text)
                let length =
                    isPlace
                    ? nil
                    : (1...longest).last { length in
                        let run = terms[start..<start + length].map(\.text)
                        let isSure = length > 1 || words[terms[start].range.lowerBound].isUppercase
                        return isSure && known.contains(run)
                    }
                guard let length else {
                    start += 1
                    continue
                }
                let name = terms[start].range.lowerBound..<terms[start + length - 1].range.upperBound
                understood.append(
                    Understood(words: String(words[name]), part: .test(.person(String(words[name])))))
                let joins = start > 0 && Self.joining.contains(terms[start - 1].text)
                gone.append((joins ? terms[start - 1].range.lowerBound : name.lowerBound)..<name.upperBound)
                start += length
            }
            for range in gone.reversed() {
                let possessive = ["'s", "’s"].first { rest[range.upperBound...].hasPrefix($0) }
                let end = rest.index(range.upperBound, offsetBy: possessive?.count ?? 0)
                rest.replaceSubrange(range.lowerBound..<end, with: " ")
            }
            return (understood, rest.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }
}
