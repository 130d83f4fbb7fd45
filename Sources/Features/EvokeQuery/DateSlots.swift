import EvokeValues

/// What the words of a phrase say, each thing once.
struct DateSlots {
    /// Where the phrase stands, which decides whether it is meant as a date.
    enum Place {
        /// A value of `date:`.
        case value
        /// Behind "in", "on", "im".
        case time
        /// At the end of several words.
        case end
        case words
    }

    private var isToday = false, isYesterday = false, isLast = false, isThis = false, isChristmas = false
    private var unit: DateWord.Unit?
    private var season: DateWord.Season?
    private var month: Int?
    private var weekday: Int?
    private var year: Int?
    private var day: Int?
    private var written: DateSpan?
    private var isShort = false, isOrdinary = false, hasDayMark = false

    /// Nil when they say one thing twice, or end with what only joins others.
    ///
    /// - Parameter years: what counts as one.
    init?(_ tokens: [DateToken], _ language: QueryLanguage, years: ClosedRange<Int>) {
        guard let last = tokens.last, last.word != .preposition, last.word != .postposition, last.word != .filler else {
            return nil
        }
        let ordinary = DateDictionary.of(language).ordinary
        for token in tokens {
            if let span = token.span {
                guard written == nil else { return nil }
                written = span
            } else if let number = token.number {
                guard take(number, token.key.utf8.count, language, years) else { return nil }
            } else {
                guard let word = token.word, take(word) else { return nil }
                if ordinary.contains(token.key) { isOrdinary = true }
            }
        }
    }

    private mutating func take(
        _ number: Int, _ digits: Int, _ language: QueryLanguage, _ years: ClosedRange<Int>
    ) -> Bool {
        if digits == 4 {
            // Thailand counts from the Buddha's death.
            let number = language == .thai && number > 2_400 ? number - 543 : number
            guard year == nil, years.contains(number) else { return false }
            year = number
        } else {
            guard day == nil, digits <= 2, (1...31).contains(number) else { return false }
            day = number
        }
        return true
    }

    private mutating func take(_ word: DateWord) -> Bool {
        switch word {
        case .preposition, .postposition, .filler: return true
        case .today: return Self.set(&isToday)
        case .yesterday: return Self.set(&isYesterday)
        case .last: return Self.set(&isLast)
        case .this: return Self.set(&isThis)
        case .christmas: return Self.set(&isChristmas)
        case .dayMark: return day != nil && Self.set(&hasDayMark)
        case .unit(let unit): return Self.set(&self.unit, unit)
        case .lastUnit(let unit):
            return Self.set(&isLast) && Self.set(&self.unit, unit)
        case .thisUnit(let unit):
            return Self.set(&isThis) && Self.set(&self.unit, unit)
        case .season(let season): return Self.set(&self.season, season)
        case .month(let month): return Self.set(&self.month, month)
        case .shortMonth(let month):
            isShort = true
            return Self.set(&self.month, month)
        case .weekday(let weekday): return Self.set(&self.weekday, weekday)
        }
    }

    private static func set(_ flag: inout Bool) -> Bool {
        defer { flag = true }
        return !flag
    }

    private static func set<Value>(_ slot: inout Value?, _ value: Value) -> Bool {
        defer { slot = value }
        return slot == nil
    }

    /// The time that it is; nil when it is none, or when its words are likelier to mean something else there.
    func span(_ now: CivilTime, _ place: Place) -> DateSpan? {
        let isMeant = place == .value || place == .time
        let kinds = [isToday, isYesterday, isChristmas, season != nil, month != nil, weekday != nil, written != nil]
        guard kinds.count(where: \.self) <= 1, !(isLast && isThis), day == nil || month != nil else { return nil }
        let today = now.seconds - (now.seconds % 86_400 + 86_400) % 86_400
        let isAlone = unit == nil && year == nil && !isLast && !isThis
        if isToday || isYesterday {
            guard isAlone else { return nil }
            let start = isToday ? today : today - 86_400
            return start..<start + 86_400
        }
        if let written { return isAlone ? written : nil }
        if let weekday {
            guard unit == nil, year == nil, isMeant || isLast else { return nil }
            let back = (Self.weekday(today) - (weekday + 5) % 7 + 6) % 7 + 1
            let start = today - Int64(back) * 86_400
            return start..<start + 86_400
        }
        guard let period else { return plain(now, today, place) }
        // "Last year" beside a season tells which one, and "the month of May" is May.
        var year = year
        if let unit, unit != .month || month == nil {
            guard unit == .year, year != nil || isLast || isThis else { return nil }
            if isLast || isThis {
                guard year == nil else { return nil }
                year = now.year - (isLast ? 1 : 0)
            }
        } else if year != nil, isLast || isThis {
            return nil
        }
        if let year { return period(year) }
        guard place == .value || !isShort, isMeant || !isOrdinary else { return nil }
        let times = (0...8).lazy.compactMap { period(now.year - $0) }
        if isLast { return times.first { $0.upperBound <= today } }
        guard isThis || place == .value || (place == .time && month != nil) else { return nil }
        return times.first { $0.lowerBound <= today }
    }

    /// What comes once a year.
    private var period: ((Int) -> DateSpan?)? {
        if let month {
            guard let day else { return { .month($0, month) } }
            return { .day($0, month, day) }
        }
        if let season { return { .months($0, season.rawValue * 3 + 3, count: 3) } }
        guard isChristmas else { return nil }
        return { year in
            CivilTime(year: year, month: 12, day: 24).map { $0.seconds..<$0.seconds + 3 * 86_400 }
        }
    }

    /// Weeks, months and years.
    private func plain(_ now: CivilTime, _ today: Int64, _ place: Place) -> DateSpan? {
        if let year {
            guard unit == nil || unit == .year, !isLast, !isThis, unit != nil || place != .words else { return nil }
            return .year(year)
        }
        guard let unit, isLast || isThis else { return nil }
        switch unit {
        case .week:
            let start = today - Int64(Self.weekday(today) + (isLast ? 7 : 0)) * 86_400
            return start..<start + 7 * 86_400
        case .month:
            let number = now.year * 12 + now.month - 1 - (isLast ? 1 : 0)
            return .month(number / 12, number % 12 + 1)
        case .year:
            return .year(now.year - (isLast ? 1 : 0))
        }
    }

    /// From 0 for Monday.
    private static func weekday(_ day: Int64) -> Int { Int(((day / 86_400 + 3) % 7 + 7) % 7) }
}
