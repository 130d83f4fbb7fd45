import EvokeSystem
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

extension DateText {
    /// The date in a file name, as phones, cameras and messengers write it: `IMG_20230714_183005.jpg`, `2023-07-14
    /// 18.30.05.jpg`, `IMG-20230714-WA0001.jpg`. Numbers that only resemble a date are ignored.
    init?(fileName: String) {
        var rest = Substring(fileName)
        while let start = rest.firstIndex(where: \.isDigit) {
            rest = rest[start...]
            let run = rest.prefix(while: \.isDigit)
            if let (date, after) = Self.date(run, of: rest) {
                self = date
                readNameTime(after)
                return
            }
            rest = rest[run.endIndex...]
        }
        return nil
    }

    /// The date at the beginning of `text`, which starts with the digits of `run`, and the remaining text.
    private static func date(_ run: Substring, of text: Substring) -> (DateText, Substring)? {
        switch run.count {
        case 8, 14, 17:
            dated([run.prefix(4), run.dropFirst(4).prefix(2), run.dropFirst(6).prefix(2)], text.dropFirst(8))
        case 4:
            fields(of: text, [4, 2, 2], between: "-._").flatMap { dated($0.0, $0.1) }
        default: nil
        }
    }

    private static func dated(_ parts: [Substring], _ after: Substring) -> (DateText, Substring)? {
        let numbers = parts.compactMap { Int($0) }
        // A photo named like this is neither older than digital cameras nor from the future.
        guard (1990...thisYear + 1).contains(numbers[0]), let date = DateText(date: numbers, time: ""),
            date.precision == .day
        else { return nil }
        return (date, after)
    }

    private mutating func readNameTime(_ text: Substring) {
        let separators = text.prefix { " _-T,at".contains($0) }
        guard separators.count <= 4 else { return }
        let text = text.dropFirst(separators.count)
        let run = text.prefix(while: \.isDigit)
        if run.count == 6 || run.count == 9 {
            let digits = run.map { Int(String($0)) ?? 0 }
            let isTime = setTime(digits[0] * 10 + digits[1], digits[2] * 10 + digits[3], digits[4] * 10 + digits[5])
            if isTime { setFraction(run.dropFirst(6)) }
        } else if let (parts, after) = Self.fields(of: text, [run.count, 2, 2], between: ".-_:"), run.count <= 2 {
            let numbers = parts.compactMap { Int($0) }
            let half = after.drop(while: \.isWhitespace).prefix(2).lowercased()
            let hour = half == "pm" ? numbers[0] % 12 + 12 : half == "am" ? numbers[0] % 12 : numbers[0]
            _ = setTime(hour, numbers[1], numbers[2])
        }
    }

    /// Fields of this many digits, with the same separator between them and no digit after them.
    private static func fields(
        of text: Substring, _ counts: [Int], between separators: String
    ) -> ([Substring], Substring)? {
        var parts: [Substring] = []
        var rest = text
        var separator: Character?
        for count in counts {
            if !parts.isEmpty {
                guard let next = rest.first, separators.contains(next), separator ?? next == next else { return nil }
                separator = next
                rest = rest.dropFirst()
            }
            let run = rest.prefix(while: \.isDigit)
            guard run.count == count else { return nil }
            parts.append(run)
            rest = rest.dropFirst(count)
        }
        return (parts, rest)
    }

    private static let thisYear =
        TakenDate.inSystemZone(utcSeconds: SystemClock.now / 1_000_000_000, source: .fileName).local.year
}

extension TakenDate {
    /// An instant, in this computer's time zone.
    static func inSystemZone(utcSeconds: Int64, nanoseconds: Int32 = 0, source: Source) -> TakenDate {
        let utcSeconds = min(max(utcSeconds, TakenDate.times.lowerBound), TakenDate.times.upperBound)
        let offset = SystemClock.offset(atSeconds: utcSeconds)
        return TakenDate(
            localSeconds: utcSeconds + Int64(offset), nanoseconds: nanoseconds, utcOffsetMinutes: offset / 60,
            source: source)
    }

    init?(fileName: String) {
        guard let text = DateText(fileName: fileName) else { return nil }
        self.init(text, source: .fileName)
        // Pixel phones write UTC into file names.
        if fileName.hasPrefix("PXL_"), precision == .second {
            self = .inSystemZone(utcSeconds: localSeconds, nanoseconds: nanoseconds, source: .fileName)
        }
    }
}

extension Character {
    fileprivate var isDigit: Bool { "0"..."9" ~= self }
}
