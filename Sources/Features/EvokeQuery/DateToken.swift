import EvokeValues

/// A word of a text, or a part of one, and what it may mean in a date.
struct DateToken {
    /// As in the dictionary.
    let key: String
    let range: Range<String.Index>
    let word: DateWord?
    /// Up to four digits: `2019`, `17th`, `'09`.
    let number: Int?
    /// Whether its two digits are a year: `'09`.
    let isYear: Bool
    let digits: Int
    /// A whole date in digits: `2019-05-02`, `17.7.2012`.
    let span: DateSpan?
    let leading: Set<Connective>
    let trailing: Set<Connective>

    private init(_ key: String, _ range: Range<String.Index>, _ dictionary: DateDictionary) {
        self.key = key
        self.range = range
        word = dictionary.words[key]
        let digitsAlone = key.drop { "'‘`´".contains($0) }
        isYear = digitsAlone.count == 2 && key.count == 3 && digitsAlone.allSatisfy { $0.isASCII && $0.isNumber }
        let figures = isYear ? digitsAlone : key.prefix { $0.isASCII && $0.isNumber }
        let isOrdinal = figures.utf8.count <= 2 && dictionary.ordinals.contains { $0 == key.dropFirst(figures.count) }
        let isNumber = figures.utf8.count <= 4 && (isYear || figures.utf8.count == key.utf8.count || isOrdinal)
        number = isNumber ? Int(figures) : nil
        digits = figures.utf8.count
        span = number == nil && !figures.isEmpty ? DateSpan.inFigures(key) : nil
        (leading, trailing) = (dictionary.leading[key] ?? [], dictionary.trailing[key] ?? [])
    }

    /// Whether it may be in a date or next to one.
    var isOfDate: Bool { word != nil || number != nil || span != nil }

    private var saysTime: Bool {
        switch word {
        case .preposition, .postposition, .filler, nil: false
        default: true
        }
    }

    static func all(in text: String, _ dictionary: DateDictionary) -> [DateToken] {
        dictionary.language.isUnspaced ? unspaced(text, dictionary) : spaced(text, dictionary)
    }

    private static func spaced(_ text: String, _ dictionary: DateDictionary) -> [DateToken] {
        let scalars = text.unicodeScalars
        let tokens = scalars.split(whereSeparator: QuerySyntax.isSpace).flatMap { word -> [DateToken] in
            guard let first = word.firstIndex(where: { !isPunctuation($0) }),
                let last = word.lastIndex(where: { !isPunctuation($0) })
            else { return [DateToken(String(word), word.startIndex..<word.endIndex, dictionary)] }
            let end = scalars.index(after: last)
            func token(_ range: Range<String.Index>) -> DateToken {
                DateToken(String(scalars[range]).foldedWord, range, dictionary)
            }
            if let dash = dash(in: word[first..<end]) {
                return [token(first..<dash), token(dash..<scalars.index(after: dash))]
                    + [token(scalars.index(after: dash)..<end)]
            }
            // "Mid-2012" is two words.
            if let dash = word[first..<end].firstIndex(where: isDash), first < dash,
                dictionary.parts[token(first..<dash).key] != nil
            {
                return [token(first..<dash), token(scalars.index(after: dash)..<end)]
            }
            // "L'été" is two words, and "aujourd'hui" is one.
            if let mark = word[first..<end].firstIndex(where: { $0 == "'" || $0 == "’" }) {
                let next = scalars.index(after: mark)
                let article = token(first..<next)
                let isOne = dictionary.knows(token(first..<end).key)
                if !isOne, next < end,
                    dictionary.knows(article.key)
                        || dictionary.phrases.contains(where: { $0.hasSuffix(" " + article.key) })
                {
                    return [article, token(next..<end)]
                }
            }
            return [token(first..<end)]
        }
        return joined(tokens, in: text, dictionary)
    }

    /// Merges words that form one: "prior to", "il y a".
    private static func joined(
        _ tokens: [DateToken], in text: String, _ dictionary: DateDictionary
    ) -> [DateToken] {
        guard !dictionary.phrases.isEmpty else { return tokens }
        var joined: [DateToken] = []
        var start = 0
        while start < tokens.count {
            var (end, key, whole) = (start + 1, tokens[start].key, tokens[start])
            for next in start + 1..<max(start + 1, min(start + 5, tokens.count)) {
                key += " " + tokens[next].key
                guard dictionary.phrases.contains(key) else { continue }
                let range = tokens[start].range.lowerBound..<tokens[next].range.upperBound
                let phrase = DateToken(key, range, dictionary)
                // "The summer before last", and "before last summer".
                if case .last = phrase.word, next + 1 < tokens.count, tokens[next + 1].saysTime { continue }
                (end, whole) = (next + 1, phrase)
            }
            joined.append(whole)
            start = end
        }
        return joined
    }

    /// The dash in `2009-2012` and `3–7`.
    private static func dash(in word: Substring.UnicodeScalarView) -> String.Index? {
        guard let dash = word.firstIndex(where: isDash) else { return nil }
        let (first, last) = (word[..<dash], word[word.index(after: dash)...])
        let isNumber = { (part: Substring.UnicodeScalarView) in part.allSatisfy { (48...57).contains($0.value) } }
        guard first.count == last.count && first.count == 4 || first.count <= 2 && last.count <= 2,
            !first.isEmpty, !last.isEmpty, isNumber(first), isNumber(last)
        else { return nil }
        return dash
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool { "-–—~～〜".unicodeScalars.contains(scalar) }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool { ".,;:!?()".unicodeScalars.contains(scalar) }

    private static func unspaced(_ text: String, _ dictionary: DateDictionary) -> [DateToken] {
        let scalars = text.unicodeScalars
        var tokens: [DateToken] = []
        var place = scalars.startIndex
        while place < scalars.endIndex {
            guard !QuerySyntax.isSpace(scalars[place]) else {
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
            if isWhole, dictionary.knows(String(scalars[place..<end])) { found = end }
        }
        return found
    }

    /// The end of the digits that begin there, of a whole date in digits, or of the single character.
    private static func number(at place: String.Index, in scalars: String.UnicodeScalarView) -> String.Index {
        let isDigit = { (scalar: Unicode.Scalar) in (48...57).contains(scalar.value) }
        func digits(from start: String.Index) -> String.Index {
            scalars[start...].firstIndex { !isDigit($0) } ?? scalars.endIndex
        }
        guard isDigit(scalars[place]) else { return scalars.index(after: place) }
        var end = digits(from: place)
        let first = end
        while end < scalars.endIndex, "-./".unicodeScalars.contains(scalars[end]) {
            let next = scalars.index(after: end)
            guard next < scalars.endIndex, isDigit(scalars[next]) else { break }
            end = digits(from: next)
        }
        return dash(in: scalars[place..<end]) == nil ? end : first
    }
}

extension DateSpan {
    /// A whole date, or a month of a year, in digits; nil if it is none or ambiguous. The year has four digits. With
    /// periods the day comes first; with slashes and dashes it does if the other number cannot be a month.
    static func inFigures(_ text: String) -> DateSpan? {
        // Anything else is a word.
        if text.contains("-"), let span = (try? parse(text)) ?? nil { return span }
        guard let sign = text.first(where: { "./-".contains($0) }) else { return nil }
        let pieces = text.split(separator: sign, omittingEmptySubsequences: false)
        guard (2...3).contains(pieces.count),
            pieces.allSatisfy({ $0.utf8.count <= 4 && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let isYear = pieces.map { $0.utf8.count == 4 }
        guard isYear.filter(\.self).count == 1,
            pieces.indices.allSatisfy({ isYear[$0] || (1...2).contains(pieces[$0].utf8.count) })
        else { return nil }
        let numbers = pieces.compactMap { Int($0) }
        if isYear[0] {
            return numbers.count == 3 ? day(numbers[0], numbers[1], numbers[2]) : month(numbers[0], numbers[1])
        }
        guard let year = numbers.last, isYear.last == true, (1800...2200).contains(year) else { return nil }
        guard numbers.count == 3 else { return sign == "-" ? nil : month(year, numbers[0]) }
        if sign == "." || numbers[0] == numbers[1] || numbers[0] > 12 { return day(year, numbers[1], numbers[0]) }
        return numbers[1] > 12 ? day(year, numbers[0], numbers[1]) : nil
    }
}
