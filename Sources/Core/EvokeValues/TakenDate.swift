/// When a photo was taken, in local time.
///
/// Local time is stored, with the offset from UTC if known, so the date shown is the one on which the photo was taken,
/// in whatever time zone it is viewed.
public struct TakenDate: Hashable, Sendable {
    /// Where the date comes from, the most reliable first.
    public enum Source: String, Hashable, Sendable, CaseIterable, Codable {
        /// EXIF, as the time of the shot (`DateTimeOriginal`).
        case exifOriginal
        /// EXIF, as the time of digitization (`DateTimeDigitized`).
        case exifDigitized
        /// One of the XMP dates, in the photo or in a sidecar; Google Takeout's date; or a film's own metadata.
        case xmp
        /// One of the IPTC dates, as press agencies write them.
        case iptc
        /// The file's name: `IMG_20210502_103000.jpg`.
        case fileName
        /// EXIF, as the time of the last change (`DateTime`): the only date that scanners and screenshots write.
        case exifChanged
        /// The file's modification time, if there is no other date.
        case fileModified
    }

    /// How much of it is known. Unknown parts of `localSeconds` are the start of the year, month or day.
    public enum Precision: String, Hashable, Sendable, CaseIterable, Codable {
        /// Only the year.
        case year
        /// The year and the month.
        case month
        /// The day, without a time.
        case day
        /// The day and the time.
        case second
    }

    /// Seconds from 1970-01-01 00:00:00 to the local time, ignoring time zones.
    public let localSeconds: Int64
    /// The fraction after `localSeconds`; 0 if unknown.
    public let nanoseconds: Int32
    /// How far local time was ahead of UTC.
    public let utcOffsetMinutes: Int?
    /// How much of the date is known.
    public let precision: Precision
    /// Where it comes from.
    public let source: Source

    /// Four-digit years, 1 to 9999; other times are clamped.
    package static let times: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    /// No time zone is further from UTC.
    private static let offsets = -1_440...1_440

    /// Times outside of the years 1 to 9999 are clamped, and a UTC offset of more than a day counts as unknown.
    public init(
        localSeconds: Int64, nanoseconds: Int32 = 0, utcOffsetMinutes: Int? = nil, precision: Precision = .second,
        source: Source
    ) {
        self.localSeconds = min(max(localSeconds, Self.times.lowerBound), Self.times.upperBound)
        self.nanoseconds = nanoseconds
        self.utcOffsetMinutes = utcOffsetMinutes.flatMap { Self.offsets.contains($0) ? $0 : nil }
        self.precision = precision
        self.source = source
    }

    /// Seconds since 1970 UTC; nil if the UTC offset is unknown.
    package var utcSeconds: Int64? { utcOffsetMinutes.map { localSeconds - Int64($0) * 60 } }

    /// The possible time span, as in `localSeconds`: a whole year if only the year is known.
    package var span: Range<Int64> {
        let next: CivilTime? =
            switch precision {
            case .year: CivilTime(year: local.year + 1, month: 1, day: 1)
            case .month where local.month < 12: CivilTime(year: local.year, month: local.month + 1, day: 1)
            case .month: CivilTime(year: local.year + 1, month: 1, day: 1)
            case .day: CivilTime(seconds: localSeconds + 86_400)
            case .second: CivilTime(seconds: localSeconds + 1)
            }
        // There is no year after the last one.
        return localSeconds..<(next?.seconds ?? Self.times.upperBound + 1)
    }

    /// As a date and a time, to the known precision; the rest is the start of the year, month or day.
    public var local: CivilTime { CivilTime(seconds: localSeconds) }
}

extension TakenDate: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            localSeconds: try container.decode(Int64.self, forKey: .localSeconds),
            nanoseconds: try container.decode(Int32.self, forKey: .nanoseconds),
            utcOffsetMinutes: try container.decodeIfPresent(Int.self, forKey: .utcOffsetMinutes),
            precision: try container.decode(Precision.self, forKey: .precision),
            source: try container.decode(Source.self, forKey: .source))
    }
}

extension TakenDate: CustomStringConvertible {
    /// As much as is known, in ISO 8601: `2021`, `2021-05`, `2021-05-02`, `2021-05-02T10:30:00+02:00`.
    public var description: String {
        let text = local.text
        return switch precision {
        case .year: String(text.prefix(4))
        case .month: String(text.prefix(7))
        case .day: String(text.prefix(10))
        case .second: text + (utcOffsetMinutes.map(Self.zone) ?? "")
        }
    }

    private static func zone(_ minutes: Int) -> String {
        "\(minutes < 0 ? "-" : "+")\(digits(abs(minutes) / 60, 2)):\(digits(abs(minutes) % 60, 2))"
    }

    fileprivate static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// A calendar date and a time of day.
public struct CivilTime: Hashable, Sendable {
    /// From 1 to 9999.
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    /// From 1 to 31, depending on the month.
    public let day: Int
    /// From 0 to 23.
    public let hour: Int
    /// From 0 to 59.
    public let minute: Int
    /// From 0 to 59.
    public let second: Int

    /// Nil if there is no such day or time.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(year, month)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    package init(seconds: Int64) {
        let (days, rest) = seconds.flooredQuotientAndRemainder(by: 86_400)
        // The calendar repeats every 400 years, counted from a March 1 so that leap days come last.
        let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
        month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        (hour, minute, second) = (Int(rest / 3600), Int(rest / 60 % 60), Int(rest % 60))
    }

    /// Seconds since 1970-01-01 00:00:00, without a time zone.
    package var seconds: Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = shiftedYear.flooredQuotientAndRemainder(by: 400)
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// In ISO 8601, without a time zone: `2021-05-02T10:30:00`.
    package var text: String {
        let day = [TakenDate.digits(year, 4)] + [month, day].map { TakenDate.digits($0, 2) }
        let time = [hour, minute, second].map { TakenDate.digits($0, 2) }
        return "\(day.joined(separator: "-"))T\(time.joined(separator: ":"))"
    }

    private static func days(_ year: Int, _ month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

extension Int64 {
    /// The quotient rounded down, with a non-negative remainder.
    package func flooredQuotientAndRemainder(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
