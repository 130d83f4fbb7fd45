import EvokeValues

/// Times counted from today, and decades.
extension DateReader {
    /// Skips prepositions and articles.
    private func lead(_ start: Int) -> Int {
        var place = start
        while let word = token(place)?.word, word == .preposition || word == .filler { place += 1 }
        return place
    }

    private func count(_ index: Int) -> Int? {
        guard let token = token(index) else { return nil }
        let count = token.number ?? dictionary.numbers[token.key]
        return count.flatMap { (1...200).contains($0) ? $0 : nil }
    }

    private func unit(_ index: Int) -> CountedUnit? { token(index).flatMap { dictionary.counted[$0.key] } }

    private static let halves: Set = ["half", "halb", "demi", "medio", "media", "meio", "meia", "mezzo", "полтора"]

    /// "Two years ago" is that year, "ten days ago" that day.
    func ago(at start: Int) -> DatePhrase? {
        var place = start
        if token(place)?.leading.contains(.ago) != true { place = lead(start) }
        let isSaid = token(place)?.leading.contains(.ago) == true
        if isSaid { place += 1 }
        // "Half a year ago".
        if let before = token(place - 1), Self.halves.contains(before.key) { return nil }
        let count = count(place)
        if count != nil { place += 1 }
        guard count != nil || language == .russian, let unit = unit(place) else { return nil }
        place += 1
        // 前 may begin a word, as in 前半.
        let isBehind = token(place)?.trailing.contains(.ago) == true
        guard isSaid || isBehind, let span = span(count ?? 1, unit) else { return nil }
        let end = isBehind ? place + 1 : place
        let isSwallowed = language.isUnspaced && token(end)?.word == .filler
        return DatePhrase(tokens: start..<end + (isSwallowed ? 1 : 0), span: span, isTurned: true)
    }

    private func span(_ count: Int, _ unit: CountedUnit) -> DateSpan? {
        switch unit {
        case .day:
            let start = today - Int64(count) * 86_400
            return start..<start + 86_400
        case .week:
            let start = today - Int64(DateSlots.weekday(today) + 7 * count) * 86_400
            return start..<start + 7 * 86_400
        case .month:
            let month = now.year * 12 + now.month - 1 - count
            return .month(month / 12, month % 12 + 1)
        case .year: return .year(now.year - count)
        }
    }

    /// "The last three years" end today.
    func recent(at start: Int) -> DatePhrase? {
        let (begin, place) = (start, lead(start))
        let isRecent = { (index: Int) in token(index)?.leading.contains(.recent) == true }
        guard isRecent(place) || isRecent(place + 1), let count = count(isRecent(place) ? place + 1 : place),
            let unit = unit(place + 2)
        else { return nil }
        var start = today
        switch unit {
        case .day: start -= Int64(count) * 86_400
        case .week: start -= Int64(7 * count) * 86_400
        case .month, .year:
            let month = now.year * 12 + now.month - 1 - count * (unit == .year ? 12 : 1)
            guard let first = DateSpan.month(month / 12, month % 12 + 1) else { return nil }
            start = min(first.lowerBound + Int64(now.day - 1) * 86_400, first.upperBound - 86_400)
        }
        return DatePhrase(tokens: begin..<place + 3, span: start..<today + 86_400, isTurned: true)
    }

    /// "Early 2012", "Ende Mai 2019", "the second half of last year", 2012年末.
    func part(at start: Int) -> DatePhrase? {
        func whole(_ place: Int) -> (span: DateSpan, end: Int)? {
            if let decade = decade(at: place, isMeant: true) { return (decade.span, decade.tokens.upperBound) }
            return slots(at: place, since: 1900).lazy.compactMap { slots, end in
                slots.isOrdinaryWord ? nil : slots.span(now, .time).map { ($0, end) }
            }.first
        }
        let place = lead(start)
        if let part = token(place).flatMap({ dictionary.parts[$0.key] }), let (span, end) = whole(lead(place + 1)),
            let cut = part.cut(span)
        {
            return DatePhrase(tokens: start..<end, span: cut, isTurned: true)
        }
        guard language.isUnspaced, let (span, end) = whole(start),
            let part = token(end).flatMap({ dictionary.parts[$0.key] }), let cut = part.cut(span)
        else { return nil }
        let isSwallowed = token(end + 1)?.word == .filler
        return DatePhrase(tokens: start..<end + (isSwallowed ? 2 : 1), span: cut, isTurned: true)
    }

    /// "The 90s", "die 1990er Jahre", "les années 90", 90年代.
    ///
    /// - Parameter isMeant: whether a word before it says that it is a time.
    func decade(at start: Int, isMeant: Bool = false) -> DatePhrase? {
        let place = lead(start)
        guard let first = token(place) else { return nil }
        let next = token(place + 1)
        let named = first.leading.contains(.decade) ? next : next?.trailing.contains(.decade) == true ? first : nil
        func spelled(_ token: DateToken) -> Int? { dictionary.decades[token.key].map { 1910 + 10 * $0 } }
        var year = named.flatMap { decade($0.key, endings: [""]) ?? spelled($0) }
        var isWritten = year != nil
        var end = place + (isWritten ? 2 : 1)
        if year == nil {
            year = decade(first.key, endings: endings)
            if year == nil, [.english, .german, .russian].contains(language) { year = spelled(first) }
            if year != nil, unit(end) == .year {
                end += 1
                isWritten = true
            }
        }
        guard let year, let whole = DateSpan.months(year, 1, count: 120),
            isMeant || isWritten || place > start || end == tokens.count
        else { return nil }
        let isSwallowed = language.isUnspaced && token(end)?.word == .filler
        return DatePhrase(tokens: start..<end + (isSwallowed ? 1 : 0), span: whole, isTurned: true)
    }

    private var endings: [String] {
        switch language {
        case .english: ["s", "'s"]
        case .german: ["er", "ern"]
        case .russian: ["-е", "-х", "-ые", "-ых", "е", "х"]
        case .french, .spanish, .portuguese, .italian, .dutch, .japanese, .chinese, .thai: []
        }
    }

    /// The first year of the decade in digits; two digits mean the last one that has begun.
    private func decade(_ key: String, endings: [String]) -> Int? {
        let key = key.hasPrefix("'") ? String(key.dropFirst()) : key
        let figures = key.prefix { $0.isASCII && $0.isNumber }
        guard endings.contains(where: { $0 == key.dropFirst(figures.count) }), let number = Int(figures),
            number.isMultiple(of: 10)
        else { return nil }
        if figures.utf8.count == 4 { return (1800...now.year).contains(number) ? number : nil }
        guard figures.utf8.count == 2 else { return nil }
        return now.year / 100 * 100 + number <= now.year
            ? now.year / 100 * 100 + number : now.year / 100 * 100 - 100 + number
    }
}
