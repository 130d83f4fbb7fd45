import EvokePorts
import EvokeValues

extension QueryField {
    static let date = QueryField(
        "date", "Taken at that time: a year, a month, a day, words for one, or a range.",
        ["2019", "2019-05", "2019..2021", "last summer", "christmas 2020", "monday"], .date,
        read: { value, now throws(ValueProblem) in
            let range = ValueRange(value)
            guard range.start != nil || range.end != nil else { throw ValueRange.empty("date:2019..2021") }
            var start = DateSpan.calendar.lowerBound
            var end = DateSpan.calendar.upperBound
            if let text = range.start {
                let span = try span(text, now)
                start = range.isAfter ? span.upperBound : span.lowerBound
            }
            if let text = range.end {
                let span = try span(text, now)
                end = range.isBefore ? span.lowerBound : span.upperBound
            }
            guard start < end else { throw ValueRange.wrongWay("date:2019..2021") }
            return .part(.test(.taken(start..<end)))
        },
        write: { part in
            if case .test(.taken(let time)) = part { DateSpan.text(time) } else { nil }
        })

    /// In words: "le 2 mai de l'année dernière".
    static let longestDate = 6

    /// Whether the following words may belong to the value, because it is in words itself, like `last` in `last
    /// summer`. Dates in digits end where they end, and so do all values in canonical queries.
    func goesOn(_ value: String) -> Bool {
        guard kind == .date else { return false }
        // A date in digits that is not in the calendar is an error by itself.
        do { guard try DayOfYear.parse(value) == nil else { return false } } catch { return false }
        let range = ValueRange(value)
        return [range.start, range.end].contains { side in
            guard let side else { return false }
            do { return try DateSpan.parse(side) == nil } catch { return false }
        }
    }

    static func span(_ text: String, _ now: CivilTime) throws(ValueProblem) -> DateSpan {
        if let span = try DateSpan.parse(text) { return span }
        for language in QueryLanguage.allCases {
            if let span = DatePhrase.whole(text, now: now, in: language) { return span }
        }
        throw ValueProblem(
            "that is not a date", "Write it like date:2019, date:2019-05, date:2019-05-02 or date:yesterday.")
    }
}

/// A time, from its first second to the one after its last.
typealias DateSpan = Range<Int64>

extension DateSpan {
    /// The years 1 to 9999.
    static let calendar = TakenDate.times.lowerBound..<TakenDate.times.upperBound + 1

    static func year(_ year: Int) -> DateSpan? { months(year, 1, count: 12) }
    static func month(_ year: Int, _ month: Int) -> DateSpan? { months(year, month, count: 1) }

    static func day(_ year: Int, _ month: Int, _ day: Int) -> DateSpan? {
        CivilTime(year: year, month: month, day: day).map { $0.seconds..<$0.seconds + 86_400 }
    }

    /// That many months from this one on.
    static func months(_ year: Int, _ month: Int, count: Int) -> DateSpan? {
        guard let start = CivilTime(year: year, month: month, day: 1) else { return nil }
        let next = month - 1 + count
        let end = CivilTime(year: year + next / 12, month: next % 12 + 1, day: 1)?.seconds ?? calendar.upperBound
        return start.seconds..<end
    }

    /// `2019`, `2019-05`, `2019-05-02`, `2019-05-02T10:30` or `2019-05-02T10:30:00`; nil for other forms.
    static func parse(_ text: String) throws(ValueProblem) -> DateSpan? {
        let halves = text.split(separator: "t", omittingEmptySubsequences: false)
        let date = halves.first.map { numbers($0, "-", [4, 2, 2]) } ?? nil
        guard let date, halves.count <= 2 else { return nil }
        guard halves.count == 1 else {
            guard date.count == 3, let time = numbers(halves[1], ":", [2, 2, 2]), time.count > 1 else { return nil }
            guard
                let start = CivilTime(
                    year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1],
                    second: time.count > 2 ? time[2] : 0)
            else { throw ValueProblem("there is no such time", "Check the day and the hour.") }
            return start.seconds..<start.seconds + (time.count > 2 ? 1 : 60)
        }
        let span =
            switch date.count {
            case 1: year(date[0])
            case 2: month(date[0], date[1])
            default: day(date[0], date[1], date[2])
            }
        guard let span else { throw ValueProblem("there is no such day, month or year", "Check the calendar.") }
        return span
    }

    /// Numbers with that many digits, one or more.
    private static func numbers(_ text: Substring, _ sign: Character, _ digits: [Int]) -> [Int]? {
        let pieces = text.split(separator: sign, omittingEmptySubsequences: false)
        guard pieces.count <= digits.count,
            zip(pieces, digits).allSatisfy({ $0.utf8.count == $1 && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        return pieces.compactMap { Int($0) }
    }

    /// The shortest text with the same meaning, for times within the calendar.
    static func text(_ whole: DateSpan) -> String {
        let time = whole.clamped(to: calendar)
        let start = CivilTime(seconds: time.lowerBound)
        let last = CivilTime(seconds: time.upperBound - 1)
        let end = CivilTime(seconds: time.upperBound)
        let (from, to) = (boundary(start), boundary(end))
        let first = start.text(from)
        for text in [first, start.text(.day)] {
            // The shorter form is used if it means the same.
            if let period = try? parse(text.lowercased()), period == time { return text }
        }
        return (time.lowerBound == calendar.lowerBound ? "" : first) + ".."
            + (time.upperBound == calendar.upperBound && time.lowerBound != calendar.lowerBound ? "" : last.text(to))
    }

    /// What begins then: a year, a month, a day, or a second.
    private static func boundary(_ time: CivilTime) -> TakenDate.Precision {
        guard time.hour == 0, time.minute == 0, time.second == 0 else { return .second }
        return time.day > 1 ? .day : time.month > 1 ? .month : .year
    }
}

extension CivilTime {
    fileprivate func text(_ precision: TakenDate.Precision) -> String {
        TakenDate(localSeconds: seconds, precision: precision, source: .xmp).description
    }
}

extension QueryField {
    static let day = QueryField(
        "day", "Taken on that day of any year: a month and a day, or words for one.",
        ["12-24", "today", "24 december"], .date,
        read: { value, now throws(ValueProblem) in
            guard let day = try DayOfYear.read(value, now) else {
                throw ValueProblem("that is not a day", "Write it like day:12-24 or day:today.")
            }
            return .part(.test(.onDay(month: day.month, day: day.day)))
        },
        write: { part in
            if case .test(.onDay(let month, let day)) = part { DayOfYear(month: month, day: day).text } else { nil }
        })
}

/// A day that recurs every year, or every fourth.
struct DayOfYear {
    let month: Int
    let day: Int

    /// Two digits each.
    var text: String { "\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)" }

    /// `12-24`, or the day of a date; otherwise nil.
    static func read(_ text: String, _ now: CivilTime) throws(ValueProblem) -> DayOfYear? {
        if let span = try parse(text) { return span }
        // The caller refuses anything else.
        guard let span = try? QueryField.span(text, now), span.count == 86_400 else { return nil }
        let start = CivilTime(seconds: span.lowerBound)
        return DayOfYear(month: start.month, day: start.day)
    }

    /// Nil for other forms.
    static func parse(_ text: String) throws(ValueProblem) -> DayOfYear? {
        let pieces = text.split(separator: "-", omittingEmptySubsequences: false)
        guard pieces.count == 2,
            pieces.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let month = Int(pieces[0]), let day = Int(pieces[1])
        else { return nil }
        // A leap year has all days.
        guard CivilTime(year: 2000, month: month, day: day) != nil else {
            throw ValueProblem("there is no such day", "Check the calendar; the month comes first.")
        }
        return DayOfYear(month: month, day: day)
    }
}
