import EvokeValues

extension QueryField {
    static let length = QueryField(
        "length", "A film of that length, in seconds, minutes or hours.", [">1m", "10s..2m", "<1h"], .number,
        read: { value, _ throws(ValueProblem) in
            let range = ValueRange(value)
            var (low, high) = (0, Length.longest)
            if let start = range.start { low = try Length.milliseconds(start) + (range.isAfter ? 1 : 0) }
            if let end = range.end { high = try Length.milliseconds(end) - (range.isBefore ? 1 : 0) }
            guard range.start != nil || range.end != nil else { throw ValueRange.empty("length:10s..2m") }
            // Players round: a film of 61.4 seconds is shown as 61.
            if range.isOne { (low, high) = (low - 500, high + 500) }
            guard low <= high else { throw ValueRange.wrongWay("length:10s..2m") }
            return .part(.test(.length(max(low, 0)...min(high, Length.longest))))
        },
        write: { part in
            guard case .test(.length(let length)) = part else { return nil }
            if length.upperBound == Length.longest { return ">=" + Length.text(length.lowerBound) }
            if length.lowerBound == 0 { return "<=" + Length.text(length.upperBound) }
            return "\(Length.text(length.lowerBound))..\(Length.text(length.upperBound))"
        })
}

/// The length of a film, as people write it.
private enum Length {
    /// In milliseconds, some 24 days.
    static let longest = Int(Int32.max)

    private static let units = [
        ("seconds", 1_000), ("minutes", 60_000), ("hours", 3_600_000), ("second", 1_000), ("minute", 60_000),
        ("hour", 3_600_000), ("sec", 1_000), ("min", 60_000), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
    ]

    static func milliseconds(_ text: String) throws(ValueProblem) -> Int {
        let (unit, size) = units.first { text.hasSuffix($0.0) } ?? ("", 1_000)
        guard let number = Number.read(text.dropLast(unit.count)), number >= 0, number * Double(size) <= Double(longest)
        else {
            throw ValueProblem(
                "that is not a film length",
                "Write seconds, minutes or hours: length:>1m, length:10s..2m, length:<1h.")
        }
        return Int(nearest: number * Double(size))
    }

    /// In the largest unit without a fraction.
    static func text(_ milliseconds: Int) -> String {
        for (unit, size) in [("h", 3_600_000), ("m", 60_000)]
        where milliseconds > 0 && milliseconds.isMultiple(of: size) {
            return "\(milliseconds / size)\(unit)"
        }
        return Number.text(Double(milliseconds) / 1_000) + "s"
    }
}
