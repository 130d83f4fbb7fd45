import EvokeValues

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
        if let written = try written(text) { return written }
        // The caller refuses anything else.
        guard let span = try? QueryField.span(text, now), span.count == 86_400 else { return nil }
        let start = CivilTime(seconds: span.lowerBound)
        return DayOfYear(month: start.month, day: start.day)
    }

    /// Nil for other forms.
    static func written(_ text: String) throws(ValueProblem) -> DayOfYear? {
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
