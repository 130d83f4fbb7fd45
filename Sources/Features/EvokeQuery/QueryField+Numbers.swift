import EvokePorts
import EvokeValues

extension QueryField {
    static let rating = QueryField(
        "rating", "With that many stars, from 0 to 5, or rejected.", [">=4", "4..5", "rejected"], .number,
        read: { value, _ throws(ValueProblem) in
            func stars(_ text: String) throws(ValueProblem) -> Int {
                if text == "rejected" { return -1 }
                guard let stars = Int(text), (0...5).contains(stars) else {
                    throw ValueProblem(
                        "that is not a rating", "Ratings go from 0 to 5: rating:4, rating:>=4, rating:rejected.")
                }
                return stars
            }
            let (low, high) = try ValueRange(value).ends(0, 5, like: "rating:3..5", stars)
            return .part(.test(.rating(low...high)))
        },
        write: { part in
            guard case .test(.rating(let stars)) = part else { return nil }
            func text(_ stars: Int) -> String { stars == -1 ? "rejected" : String(stars) }
            if stars.lowerBound == stars.upperBound { return text(stars.lowerBound) }
            if stars.upperBound == 5, stars.lowerBound >= 0 { return ">=\(stars.lowerBound)" }
            return stars.lowerBound == 0
                ? "<=\(stars.upperBound)" : "\(text(stars.lowerBound))..\(text(stars.upperBound))"
        })

    static let size = QueryField(
        "size", "With that many megapixels: width times height.", [">=12mp", "2mp..5mp"], .number,
        read: { value, _ throws(ValueProblem) in
            let range = ValueRange(value)
            var (low, high) = try range.ends(-.infinity, .infinity, like: "size:2mp..5mp", pixels)
            // As cameras are marketed: a 12-megapixel camera takes pictures of 11.9 or 12.2.
            if range.isOne { (low, high) = (max(low - 500_000, 1), high + 500_000) }
            guard high >= 0, low <= largest, high <= largest || high == .infinity else {
                throw ValueProblem("no photo has that size", "Write megapixels, as in size:2mp..5mp.")
            }
            return .part(.test(.pixels(low...high)))
        },
        write: { part in
            guard case .test(.pixels(let pixels)) = part else { return nil }
            if pixels.upperBound == .infinity { return ">=" + megapixels(pixels.lowerBound) }
            if pixels.lowerBound == -.infinity { return "<=" + megapixels(pixels.upperBound) }
            return "\(megapixels(pixels.lowerBound))..\(megapixels(pixels.upperBound))"
        })

    private static let mega = 1_000_000.0
    /// In pixels.
    private static let largest = 1_000_000 * mega
    private static let units = ["megapixels", "megapixel", "mpx", "mp"]

    /// Whole pixels.
    private static func pixels(_ text: String) throws(ValueProblem) -> Double {
        guard let unit = units.first(where: text.hasSuffix), let number = Number.read(text.dropLast(unit.count)),
            number >= 0, number * mega <= largest
        else {
            throw ValueProblem(
                "that is not a size", "Write megapixels: size:>=12mp, size:2mp..5mp, size:<0.5mp.")
        }
        return (number * mega).rounded()
    }

    private static func megapixels(_ pixels: Double) -> String { Number.text(pixels / mega) + "mp" }
}

/// Numbers as people write them.
enum Number {
    /// Nil for characters other than digits, a decimal point and a minus.
    static func read(_ text: some StringProtocol) -> Double? {
        let text = text.trimmed
        guard text.utf8.allSatisfy({ (48...57).contains($0) || [43, 45, 46, 101].contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The shortest text with the same value.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// One value, or two ends of which one may be open: `4`, `4..5`, `4..`, `..5`, `>=4`, `<5`.
struct ValueRange {
    /// Nil if open.
    let start: String?
    let end: String?
    /// Whether `start` or `end` itself is excluded.
    var isAfter = false
    var isBefore = false
    /// Whether it is a single value, which is both ends.
    var isOne = false

    init(_ value: String) {
        let text = value.narrow.lowercased().trimmed
        if let points = text.firstRange(of: "..") {
            (start, end) = (Self.side(text[..<points.lowerBound]), Self.side(text[points.upperBound...]))
        } else if text.hasPrefix(">=") || text.hasPrefix("≥") {
            (start, end) = (Self.side(text.dropFirst(text.hasPrefix("≥") ? 1 : 2)), nil)
        } else if text.hasPrefix("<=") || text.hasPrefix("≤") {
            (start, end) = (nil, Self.side(text.dropFirst(text.hasPrefix("≤") ? 1 : 2)))
        } else if text.hasPrefix(">") {
            (start, end, isAfter) = (Self.side(text.dropFirst()), nil, true)
        } else if text.hasPrefix("<") {
            (start, end, isBefore) = (nil, Self.side(text.dropFirst()), true)
        } else {
            (start, end, isOne) = (text, text, true)
        }
    }

    private static func side(_ text: Substring) -> String? {
        let side = text.trimmed
        return side.isEmpty ? nil : side
    }

    /// The ends as numbers; what is excluded begins one further in.
    ///
    /// - Parameters:
    ///   - low: the end if it is open; the same for `high`.
    ///   - example: a range of the field, for errors.
    func ends<Bound: Numeric & Comparable>(
        _ low: Bound, _ high: Bound, like example: String, _ read: (String) throws(ValueProblem) -> Bound
    ) throws(ValueProblem) -> (low: Bound, high: Bound) {
        guard start != nil || end != nil else { throw Self.empty(example) }
        var (low, high) = (low, high)
        if let start { low = try read(start) + (isAfter ? 1 : 0) }
        if let end { high = try read(end) - (isBefore ? 1 : 0) }
        guard low <= high else { throw Self.wrongWay(example) }
        return (low, high)
    }

    static func wrongWay(_ example: String) -> ValueProblem {
        ValueProblem("the range ends before it begins", "Write the smaller end first, as in \(example).")
    }

    static func empty(_ example: String) -> ValueProblem {
        ValueProblem("the range has no start and no end", "Write at least one, as in \(example).")
    }
}

extension StringProtocol {
    var trimmed: String {
        let scalars = Array(unicodeScalars)
        guard let first = scalars.firstIndex(where: { !QuerySyntax.isSpace($0) }),
            let last = scalars.lastIndex(where: { !QuerySyntax.isSpace($0) })
        else { return "" }
        return QuerySyntax.string(scalars[first...last])
    }

    /// With ASCII punctuation and digits instead of the full-width ones of East Asia.
    var narrow: String {
        QuerySyntax.string(
            unicodeScalars.map { scalar in
                (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
            })
    }
}

extension QueryField {
    static let length = QueryField(
        "length", "A video of that length, in seconds, minutes or hours.", [">1m", "10s..2m", "<1h"], .number,
        read: { value, _ throws(ValueProblem) in
            let range = ValueRange(value)
            var (low, high) = try range.ends(0, Length.longest, like: "length:10s..2m", Length.milliseconds)
            // Players round: a film of 61.4 seconds is shown as 61.
            if range.isOne { (low, high) = (low - 500, high + 500) }
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
                "that is not a video length",
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

extension QueryField {
    static let person = QueryField(
        "person", "Showing a person with that name or number.", ["anna", "anna smith", "#11"], .text,
        tellsOfPeople: true,
        read: { value, _ in .part(.test(.person(value))) },
        write: { if case .test(.person(let name)) = $0 { name } else { nil } })

    /// A limit for the number of faces.
    static let mostPeople = 1_000

    static let people = QueryField(
        "people", "With that many faces.", ["2", ">=5", "0"], .number,
        read: { value, _ throws(ValueProblem) in
            func count(_ text: String) throws(ValueProblem) -> Int {
                guard let count = Int(text), (0...mostPeople).contains(count) else {
                    throw ValueProblem(
                        "that is not a number of people", "Write it like people:2, people:>=5 or people:0.")
                }
                return count
            }
            let (low, high) = try ValueRange(value).ends(0, mostPeople, like: "people:2..5", count)
            return .part(.test(.faces(low...high)))
        },
        write: { part in
            guard case .test(.faces(let range)) = part else { return nil }
            if range.lowerBound == range.upperBound { return String(range.lowerBound) }
            if range.upperBound == mostPeople { return ">=\(range.lowerBound)" }
            return range.lowerBound == 0 ? "<=\(range.upperBound)" : "\(range.lowerBound)..\(range.upperBound)"
        })
}
