import EvokeSystem
import EvokeValues

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
