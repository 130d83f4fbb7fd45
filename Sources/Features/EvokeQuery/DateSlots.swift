import EvokeValues

/// What the words of a phrase say, each thing once.
struct DateSlots {
    /// The context of the phrase, which decides whether it is meant as a date.
    enum Place {
        /// A value of `date:`.
        case value
        /// After "in", "on", "im".
        case time
        /// At the end of several words.
        case end
        case words
    }

    private var daysAgo: Int?
    /// One for "last", two for "before last".
    private var last: Int?
    private var isThis = false
    private var unit: DateWord.Unit?
    private var season: DateWord.Season?
    private var feast: DateWord.Feast?
    private var month: Int?
    private var weekday: Int?
    private var year: Int?
    private var day: Int?
    private var written: DateSpan?
    private var isShort = false, isOrdinary = false, hasDayMark = false

    private var isLast: Bool { last != nil }

    /// Nil if they say one thing twice, or end with a word that only joins others.
    ///
    /// - Parameters:
    ///   - years: what counts as a year.
    ///   - latest: the latest year that two digits can mean.
    init?(_ tokens: [DateToken], _ language: QueryLanguage, years: ClosedRange<Int>, latest: Int) {
        guard let last = tokens.last, last.word != .preposition, last.word != .postposition, last.word != .filler else {
            return nil
        }
        let ordinary = DateDictionary.of(language).ordinary
        for token in tokens {
            if let span = token.span {
                guard written == nil else { return nil }
                written = span
            } else if token.isYear, let number = token.number {
                guard Self.set(&year, latest - (latest - number) % 100) else { return nil }
            } else if let number = token.number {
                guard take(number, token.digits, language, years) else { return nil }
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
            // Thailand uses the Buddhist calendar.
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
        case .daysAgo(let days): return Self.set(&daysAgo, days)
        case .last(let count): return Self.set(&last, count)
        case .this: return Self.set(&isThis)
        case .feast(let feast): return Self.set(&self.feast, feast)
        case .dayMark: return day != nil && Self.set(&hasDayMark)
        case .unit(let unit): return Self.set(&self.unit, unit)
        case .lastUnit(let unit, let count):
            return Self.set(&last, count) && Self.set(&self.unit, unit)
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

    /// The time it means; nil if it is none, or if the words more likely mean something else there.
    func span(_ now: CivilTime, _ place: Place) -> DateSpan? {
        let isMeant = place == .value || place == .time
        let kinds = [daysAgo != nil, feast != nil, season != nil, month != nil, weekday != nil, written != nil]
        guard kinds.count(where: \.self) <= 1, !(isLast && isThis), day == nil || month != nil else { return nil }
        let today = now.seconds - (now.seconds % 86_400 + 86_400) % 86_400
        let isAlone = unit == nil && year == nil && !isLast && !isThis
        if let daysAgo {
            guard isAlone else { return nil }
            let start = today - Int64(daysAgo) * 86_400
            return start..<start + 86_400
        }
        if let written { return isAlone ? written : nil }
        if let weekday {
            guard unit == nil, year == nil, isMeant || isLast else { return nil }
            let back = (Self.weekday(today) - (weekday + 5) % 7 + 6) % 7 + 1 + ((last ?? 1) - 1) * 7
            let start = today - Int64(back) * 86_400
            return start..<start + 86_400
        }
        guard let period else { return plain(now, today, place) }
        // "Last year" next to a season tells which one, and "the month of May" is May.
        var year = year
        if let unit, unit != .month || month == nil {
            guard unit == .year, year != nil || isLast || isThis else { return nil }
            if isLast || isThis {
                guard year == nil else { return nil }
                year = now.year - (last ?? 0)
            }
        } else if year != nil, isLast || isThis {
            return nil
        }
        if let year { return period(year) }
        guard place == .value || !isShort, isMeant || !isOrdinary else { return nil }
        let times = (0...8).lazy.compactMap { period(now.year - $0) }
        if let last { return times.filter { $0.upperBound <= today }.dropFirst(last - 1).first }
        guard isThis || place == .value || (place == .time && month != nil) else { return nil }
        return times.first { $0.lowerBound <= today }
    }

    /// What recurs every year.
    private var period: ((Int) -> DateSpan?)? {
        if let month {
            guard let day else { return { .month($0, month) } }
            return { .day($0, month, day) }
        }
        if let season { return { .months($0, season.rawValue * 3 + 3, count: 3) } }
        return feast.map { feast in { feast.span(in: $0) } }
    }

    /// Whether it is a month named by a word that more often means something else.
    var isOrdinaryWord: Bool { isOrdinary && year == nil }

    /// Whether it is only a year.
    var isYear: Bool {
        year != nil
            && [daysAgo != nil, isLast, isThis, feast != nil, season != nil, month != nil, day != nil]
                .allSatisfy { !$0 }
    }

    /// The time from one to the other; each fills in what the other omits, as in "from 3 to 7 May 2012".
    static func span(from first: Self, to last: Self, _ now: CivilTime) -> DateSpan? {
        var (first, last) = (first, last)
        if first.day != nil { first.month = first.month ?? last.month }
        if last.day != nil { last.month = last.month ?? first.month }
        if last.isYearly { last.year = last.year ?? first.year }
        guard let end = last.span(now, .time) else { return nil }
        let isOpen = first.isYearly && first.year == nil && !first.isLast && !first.isThis
        if isOpen { first.year = last.year ?? CivilTime(seconds: end.lowerBound).year }
        guard var start = first.span(now, .time) else { return nil }
        if isOpen, start.lowerBound > end.lowerBound, let year = first.year {
            first.year = year - 1
            start = first.span(now, .time) ?? start
        }
        return min(start.lowerBound, end.lowerBound)..<max(start.upperBound, end.upperBound)
    }

    /// Filled in with what the other says next to "or": "May or June 2012", "Christmas 2012 or 2013".
    func completed(by other: Self) -> Self {
        var whole = self
        if isYear, other.isYearly, other.year != nil {
            whole = other
            whole.year = year
        } else if !isLast, !isThis {
            if day != nil, other.day != nil { whole.month = month ?? other.month }
            if whole.isYearly { whole.year = year ?? other.year }
        }
        return whole
    }

    private var isYearly: Bool { month != nil || season != nil || feast != nil }

    /// Weeks, months and years.
    private func plain(_ now: CivilTime, _ today: Int64, _ place: Place) -> DateSpan? {
        if let year {
            guard unit == nil || unit == .year, !isLast, !isThis, unit != nil || place != .words else { return nil }
            return .year(year)
        }
        guard let unit, isLast || isThis else { return nil }
        switch unit {
        case .week:
            let start = today - Int64(Self.weekday(today) + 7 * (last ?? 0)) * 86_400
            return start..<start + 7 * 86_400
        case .month:
            let number = now.year * 12 + now.month - 1 - (last ?? 0)
            return .month(number / 12, number % 12 + 1)
        case .year:
            return .year(now.year - (last ?? 0))
        }
    }

    /// 0 for Monday.
    static func weekday(_ day: Int64) -> Int { Int(((day / 86_400 + 3) % 7 + 7) % 7) }
}

extension DateWord.Feast {
    /// From Good Friday to Easter Monday.
    func span(in year: Int) -> DateSpan? {
        let (month, day, days): (Int, Int, Int64)
        switch self {
        case .halloween: (month, day, days) = (10, 31, 1)
        case .christmas: (month, day, days) = (12, 24, 3)
        case .newYearsEve: (month, day, days) = (12, 31, 1)
        case .easter:
            // By the algorithm of Gauss and Lichtenberg: days counted from the first of March.
            let (a, k) = (year % 19, year / 100)
            let m = 15 + (3 * k + 3) / 4 - (8 * k + 13) / 25
            let d = (19 * a + m) % 30
            let r = (d + a / 11) / 29
            let moon = 21 + d - r
            let sunday = 7 - (year + year / 4 + 2 - (3 * k + 3) / 4) % 7
            let easter = moon + 7 - (moon - sunday) % 7
            return CivilTime(year: year, month: 3, day: 1).map {
                let friday = $0.seconds + Int64(easter - 3) * 86_400
                return friday..<friday + 4 * 86_400
            }
        }
        return CivilTime(year: year, month: month, day: day).map { $0.seconds..<$0.seconds + days * 86_400 }
    }
}
