/// A word of a text, or a part of one, and what it may say of a date.
struct DateToken {
    /// As in the dictionary.
    let key: String
    let range: Range<String.Index>
    let word: DateWord?
    /// Of up to four digits.
    let number: Int?
    /// A whole date in digits: `2019-05-02`.
    let span: DateSpan?

    private init(_ key: String, _ range: Range<String.Index>, _ dictionary: DateDictionary) {
        self.key = key
        self.range = range
        word = dictionary.words[key]
        let isNumber = key.utf8.count <= 4 && key.utf8.allSatisfy { (48...57).contains($0) }
        number = isNumber ? Int(key) : nil
        // What is no date is a word.
        span = key.contains("-") ? (try? DateSpan.written(key)) ?? nil : nil
    }

    static func all(in text: String, _ dictionary: DateDictionary) -> [DateToken] {
        dictionary.language.isUnspaced ? unspaced(text, dictionary) : spaced(text, dictionary)
    }

    private static func spaced(_ text: String, _ dictionary: DateDictionary) -> [DateToken] {
        let scalars = text.unicodeScalars
        let words = scalars.split(whereSeparator: QuerySigns.isSpace)
        return words.flatMap { word -> [DateToken] in
            guard let first = word.firstIndex(where: { !isPunctuation($0) }),
                let last = word.lastIndex(where: { !isPunctuation($0) })
            else { return [DateToken(String(word), word.startIndex..<word.endIndex, dictionary)] }
            let end = scalars.index(after: last)
            // "L'été" is two words, and "aujourd'hui" is one.
            if let mark = word[first..<end].firstIndex(where: { $0 == "'" || $0 == "’" }) {
                let next = scalars.index(after: mark)
                let article = DateToken(String(scalars[first..<next]).foldedWord, first..<next, dictionary)
                if article.word != nil, next < end {
                    return [article, DateToken(String(scalars[next..<end]).foldedWord, next..<end, dictionary)]
                }
            }
            return [DateToken(String(scalars[first..<end]).foldedWord, first..<end, dictionary)]
        }
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool { ".,;:!?()".unicodeScalars.contains(scalar) }

    private static func unspaced(_ text: String, _ dictionary: DateDictionary) -> [DateToken] {
        let scalars = text.unicodeScalars
        var tokens: [DateToken] = []
        var place = scalars.startIndex
        while place < scalars.endIndex {
            guard !QuerySigns.isSpace(scalars[place]) else {
                place = scalars.index(after: place)
                continue
            }
            let end = word(at: place, in: scalars, dictionary) ?? number(at: place, in: scalars)
            tokens.append(DateToken(String(scalars[place..<end]), place..<end, dictionary))
            place = end
        }
        return tokens
    }

    /// The end of the longest word that begins there.
    private static func word(
        at place: String.Index, in scalars: String.UnicodeScalarView, _ dictionary: DateDictionary
    ) -> String.Index? {
        var end = place
        var found: String.Index?
        for _ in 0..<dictionary.longest where end < scalars.endIndex {
            end = scalars.index(after: end)
            let isWhole = end == scalars.endIndex || scalars[end].properties.generalCategory != .nonspacingMark
            if isWhole, dictionary.words[String(scalars[place..<end])] != nil { found = end }
        }
        return found
    }

    /// The end of the digits that begin there, or of the one sign.
    private static func number(at place: String.Index, in scalars: String.UnicodeScalarView) -> String.Index {
        let isDigit = { (scalar: Unicode.Scalar) in (48...57).contains(scalar.value) || scalar == "-" }
        let end = scalars[place...].firstIndex { !isDigit($0) } ?? scalars.endIndex
        return end > place ? end : scalars.index(after: place)
    }
}
