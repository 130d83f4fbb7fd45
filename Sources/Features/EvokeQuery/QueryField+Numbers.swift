import EvokeValues

extension QueryField {
    static let rating = QueryField(
        "rating", "With that many stars, from 0 to 5, or rejected.", [">=4", "4..5", "rejected"], .number,
        read: { value, _ throws(ValueProblem) in
            let range = ValueRange(value)
            func stars(_ text: String) throws(ValueProblem) -> Int {
                if text == "rejected" { return -1 }
                guard let stars = Int(text), (0...5).contains(stars) else {
                    throw ValueProblem(
                        "that is not a rating", "Ratings go from 0 to 5: rating:4, rating:>=4, rating:rejected.")
                }
                return stars
            }
            var low = 0
            var high = 5
            if let start = range.start { low = try stars(start) + (range.isAfter ? 1 : 0) }
            if let end = range.end { high = try stars(end) - (range.isBefore ? 1 : 0) }
            guard range.isOne || range.start != nil || range.end != nil else { throw ValueRange.empty("rating:3..5") }
            guard low <= high else { throw ValueRange.wrongWay("rating:3..5") }
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
            var low = -Double.infinity
            var high = Double.infinity
            if let start = range.start { low = try pixels(start) + (range.isAfter ? 1 : 0) }
            if let end = range.end { high = try pixels(end) - (range.isBefore ? 1 : 0) }
            guard range.start != nil || range.end != nil else { throw ValueRange.empty("size:2mp..5mp") }
            // As cameras are marketed: a 12-megapixel camera takes pictures of 11.9 or 12.2.
            if range.isOne { (low, high) = (max(low - 500_000, 1), high + 500_000) }
            guard low <= high else { throw ValueRange.wrongWay("size:2mp..5mp") }
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
