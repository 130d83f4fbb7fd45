import EvokeValues

/// Words that express a date.
///
/// Seasons are those of the northern hemisphere, starting on the first of March, June, September and December; a winter
/// belongs to the year in which it begins. "Last summer" is the last one that is over; a summer, a month or a Christmas
/// without a year is the last one that has begun. Christmas is December 24 to 26, Easter is Good Friday to Easter
/// Monday. Weeks begin on Mondays, and a weekday is the last one before today. What ends with a date includes it.
struct DatePhrase {
    let tokens: Range<Int>
    let span: DateSpan
    /// Whether another word makes it more than a plain date: "before", "ago", "to".
    var isTurned = false
    /// Whether it counts only if the other words mean nothing: the year in "2012 in India".
    var isWeak = false
    /// The contents of a plain date.
    var slots: DateSlots?

    /// Parses a text that is a date as a whole, as the value of a field.
    static func whole(_ text: String, now: CivilTime, in language: QueryLanguage) -> DateSpan? {
        let tokens = DateToken.all(in: text, .of(language))
        if let span = DateSlots(tokens, language, years: 1...9_999, latest: now.year + 1)?.span(now, .value) {
            return span
        }
        let phrase = DateReader(tokens, now, language).phrase(at: 0)
        return phrase?.tokens.upperBound == tokens.count ? phrase?.span : nil
    }

    /// The dates in running text.
    static func all(in tokens: [DateToken], now: CivilTime, in language: QueryLanguage) -> [DatePhrase] {
        let reader = DateReader(tokens, now, language)
        var (found, start) = ([DatePhrase](), 0)
        while start < tokens.count {
            let last = found.last.flatMap { $0.tokens.upperBound == start - 1 && reader.joins(start - 1) ? $0 : nil }
            if let phrase = reader.phrase(at: start, joinedTo: last) {
                found.append(phrase)
                start = phrase.tokens.upperBound
            } else {
                start += 1
            }
        }
        return found
    }
}

/// Reads dates in a language's words.
struct DateReader {
    let tokens: [DateToken]
    let now: CivilTime
    let language: QueryLanguage
    let dictionary: DateDictionary

    init(_ tokens: [DateToken], _ now: CivilTime, _ language: QueryLanguage) {
        (self.tokens, self.now, self.language, dictionary) = (tokens, now, language, .of(language))
    }

    private static let bounds: [Connective] = [.before, .after, .since, .until]
    /// No date has more words.
    private static let most = 9

    var today: Int64 { now.seconds - (now.seconds % 86_400 + 86_400) % 86_400 }

    func token(_ index: Int) -> DateToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// The date that begins there.
    ///
    /// - Parameter last: the date it is joined to, so that a number means a year: "2019 or 2020".
    func phrase(at start: Int, joinedTo last: DatePhrase? = nil) -> DatePhrase? {
        period(at: start) ?? ago(at: start) ?? recent(at: start) ?? bounded(at: start) ?? part(at: start) ?? decade(
            at: start)
            ?? date(at: start, last)
    }

    /// A plain date, with a word before or after it that makes it the start or end of a time.
    private func bounded(at start: Int) -> DatePhrase? {
        // "The day after Christmas" is another day.
        if let before = token(start - 1), dictionary.counted[before.key] != nil { return nil }
        for bound in Self.bounds where token(start)?.leading.contains(bound) == true {
            guard let date = atom(at: start + 1) else { continue }
            var end = date.tokens.upperBound
            if token(end)?.trailing.contains(bound) == true { end += 1 }
            return span(date.span, bound).map { DatePhrase(tokens: start..<end, span: $0, isTurned: true) }
        }
        let isFrom = token(start)?.leading.contains(.from) == true
        guard let date = atom(at: isFrom ? start + 1 : start) ?? atom(at: start),
            let behind = token(date.tokens.upperBound)
        else { return nil }
        let end = date.tokens.upperBound + 1
        for bound in Self.bounds where behind.trailing.contains(bound) {
            guard isWhole(behind, end) else { continue }
            return span(date.span, bound).map { DatePhrase(tokens: start..<end, span: $0, isTurned: true) }
        }
        guard isFrom, behind.trailing.contains(.from), end == tokens.count else { return nil }
        return span(date.span, .since).map { DatePhrase(tokens: start..<end, span: $0, isTurned: true) }
    }

    /// A single character of a script without spaces may begin another word.
    private func isWhole(_ behind: DateToken, _ end: Int) -> Bool {
        guard language.isUnspaced, behind.key.count == 1, let next = token(end) else { return true }
        return next.word == .filler || next.word == .postposition || next.range.lowerBound > behind.range.upperBound
    }

    private func span(_ span: DateSpan, _ bound: Connective) -> DateSpan? {
        let (first, last) = (DateSpan.calendar.lowerBound, DateSpan.calendar.upperBound)
        switch bound {
        case .before: return span.lowerBound > first ? first..<span.lowerBound : nil
        case .after: return span.upperBound < last ? span.upperBound..<last : nil
        case .since: return span.lowerBound..<last
        default: return first..<span.upperBound
        }
    }

    /// A date next to a word that calls for a time.
    private func atom(at start: Int) -> DatePhrase? {
        if let now = token(start), dictionary.now.contains(now.key) {
            return DatePhrase(tokens: start..<start + 1, span: today..<today + 86_400)
        }
        return ago(at: start) ?? part(at: start) ?? decade(at: start, isMeant: true)
            ?? slots(at: start).lazy.compactMap { slots, end in
                slots.span(now, .time).map { DatePhrase(tokens: start..<end, span: $0) }
            }.first
    }

    /// What the words from there on mean, the longest phrase first.
    func slots(at start: Int, since year: Int = 1800) -> [(DateSlots, end: Int)] {
        guard start < tokens.count else { return [] }
        let limit = min(tokens.count, start + Self.most)
        let end = tokens[start..<limit].firstIndex { !$0.isOfDate } ?? limit
        return (start..<end).reversed().compactMap { last in
            DateSlots(
                Array(tokens[start...last]), language, years: year...max(year, now.year + 1), latest: now.year + 1
            ).map { ($0, last + 1) }
        }
    }

    private func period(at start: Int) -> DatePhrase? {
        guard let first = token(start) else { return nil }
        var ways: [(from: Int, opening: Connective?)] = [(start, nil)]
        for opening in [Connective.since, .from, .between] where first.leading.contains(opening) {
            ways.insert((start + 1, opening), at: 0)
        }
        for (from, opening) in ways {
            if let found = period(from: from, opening) {
                return DatePhrase(tokens: start..<found.tokens.upperBound, span: found.span, isTurned: true)
            }
        }
        return nil
    }

    private func period(from start: Int, _ opening: Connective?) -> DatePhrase? {
        if let first = ago(at: start) ?? part(at: start) ?? decade(at: start, isMeant: true),
            let joint = token(first.tokens.upperBound),
            joint.leading.contains(.to) || joint.leading.contains(.and) && opening == .between
                || joint.trailing.contains(.since), let last = atom(at: first.tokens.upperBound + 1),
            last.span.upperBound > first.span.lowerBound
        {
            return DatePhrase(
                tokens: start..<last.tokens.upperBound, span: first.span.lowerBound..<last.span.upperBound)
        }
        for (first, middle) in slots(at: start) {
            guard let joint = token(middle) else { continue }
            let isTo = joint.leading.contains(.to) || joint.trailing.contains(.since)
            let isAnd = joint.leading.contains(.and)
            let isBefore = joint.leading.contains(.before) && opening != nil
            guard isTo || isAnd || isBefore else { continue }
            // "1984-1990 poster".
            let isTitle = opening == nil && start == 0 && middle == 1 && first.isYear
            for (last, end) in slots(at: middle + 1) {
                guard let span = DateSlots.span(from: first, to: last, now) else { continue }
                let isClosed = token(end)?.trailing.contains(.between) == true
                guard opening == .between || isClosed || isTo || isBefore else { continue }
                if isAnd, !isTo, opening != .between, !isClosed { continue }
                if isTitle, !isClosed, end < tokens.count { continue }
                let isSwallowed = isClosed || token(end)?.trailing.contains(.until) == true
                return DatePhrase(tokens: start..<end + (isSwallowed ? 1 : 0), span: span)
            }
            guard opening != .between, isTo, !isTitle, let first = first.span(now, .time),
                let last = atom(at: middle + 1),
                last.span.upperBound > first.lowerBound
            else { continue }
            return DatePhrase(
                tokens: start..<last.tokens.upperBound, span: first.lowerBound..<last.span.upperBound)
        }
        return nil
    }

    /// Whether there is an "or" or "and".
    func joins(_ index: Int) -> Bool {
        token(index).map { !$0.leading.isDisjoint(with: [.or, .weakOr, .and]) } ?? false
    }

    private func date(at start: Int, _ last: DatePhrase?) -> DatePhrase? {
        let isTime = last != nil || tokens[start].word == .preposition
        for (found, end) in slots(at: start, since: 1900) {
            let follows = token(end)?.word
            let place: DateSlots.Place =
                isTime || follows == .postposition ? .time : end == tokens.count && start > 0 ? .end : .words
            var slots = last?.slots.map(found.completed) ?? found
            if last == nil, joins(end), let next = self.slots(at: end + 1, since: 1900).first {
                slots = found.isYear ? found : found.completed(by: next.0)
            }
            let sure = slots.span(now, place)
            let isWeak = sure == nil && slots.isYear
            guard let span = sure ?? (isWeak ? slots.span(now, .end) : nil) else { continue }
            let isSwallowed = follows == .postposition || follows == .filler && language.isUnspaced
            return DatePhrase(tokens: start..<end + (isSwallowed ? 1 : 0), span: span, isWeak: isWeak, slots: slots)
        }
        return nil
    }
}
