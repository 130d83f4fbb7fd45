import EvokeValues

/// A date and time read from text, possibly incomplete.
struct DateText: Equatable {
    var time: CivilTime
    var precision: TakenDate.Precision
    var nanoseconds: Int32 = 0
    var utcOffsetMinutes: Int?

    /// Earlier dates predate photography, or are the epoch of a clock that was never set.
    private static let years = 1820...9999
    private static let unset = CivilTime(year: 1970, month: 1, day: 1)

    /// Parses EXIF's `2023:07:14 18:30:05` and all of ISO 8601 that XMP allows. Blank, zero or invalid fields count as
    /// unknown, and so do the fields after them.
    init?(_ text: String) {
        let text = text.drop(while: \.isWhitespace)
        let date = text.prefix { $0 != "T" && $0 != " " }
        self.init(date: Self.numbers(date), time: "")
        readTime(text.dropFirst(date.count + 1))
        guard precision != .second || self.time != Self.unset else { return nil }
    }

    /// From separate fields, as in IPTC.
    init?(date: [Int], time: some StringProtocol) {
        guard let year = date.first, Self.years.contains(year), let start = CivilTime(year: year, month: 1, day: 1)
        else { return nil }
        (self.time, precision) = (start, .year)
        guard date.count > 1, let month = CivilTime(year: year, month: date[1], day: 1) else { return }
        (self.time, precision) = (month, .month)
        guard date.count > 2, let day = CivilTime(year: year, month: date[1], day: date[2]) else { return }
        (self.time, precision) = (day, .day)
        readTime(time)
    }

    private mutating func readTime(_ text: some StringProtocol) {
        guard precision == .day else { return }
        let clock = text.prefix { $0.isNumber || ":. ,".contains($0) }
        let fields = clock.split { $0 == "." || $0 == "," }
        let numbers = Self.numbers(fields.first ?? "")
        guard numbers.count >= 2, setTime(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0) else { return }
        if fields.count > 1 { setFraction(fields[1]) }
        utcOffsetMinutes = Self.offset(text.dropFirst(clock.count))
    }

    mutating func setTime(_ hour: Int, _ minute: Int, _ second: Int) -> Bool {
        // Some phones write 24:10 for the first hour of a day, and leap seconds are valid, too.
        guard
            let time = CivilTime(
                year: time.year, month: time.month, day: time.day, hour: hour == 24 ? 0 : hour, minute: minute,
                second: second == 60 ? 59 : second)
        else { return false }
        (self.time, precision) = (time, .second)
        return true
    }

    mutating func setFraction(_ digits: some StringProtocol) {
        let digits = digits.prefix { "0"..."9" ~= $0 }.prefix(9)
        guard precision == .second, !digits.isEmpty else { return }
        nanoseconds = Int32(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    }

    /// Minutes; accepts `Z`, `+02:00`, `-0330` and `+9`.
    static func offset(_ text: some StringProtocol) -> Int? {
        let text = text.drop(while: \.isWhitespace)
        guard let sign = text.first else { return nil }
        if sign == "Z" { return 0 }
        guard sign == "+" || sign == "-" else { return nil }
        let digits = String(text.dropFirst().prefix { "0"..."9" ~= $0 || $0 == ":" }.filter { $0 != ":" })
        guard let hours = Int(digits.prefix(2)), let minutes = digits.count < 3 ? 0 : Int(digits.dropFirst(2)),
            hours <= 14, minutes < 60
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
    }

    static func numbers(_ text: some StringProtocol) -> [Int] {
        text.split { !("0"..."9" ~= $0) }.map { Int($0) ?? -1 }
    }
}

extension TakenDate {
    init(_ text: DateText, source: Source) {
        self.init(
            localSeconds: text.time.seconds, nanoseconds: text.nanoseconds, utcOffsetMinutes: text.utcOffsetMinutes,
            precision: text.precision, source: source)
    }
}
