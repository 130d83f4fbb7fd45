/// Reads a JSON number the way the reference implementation's reader (serde_json) does: the digits as one integer, then
/// a single multiplication or division by a power of ten. The last bit can differ from the correctly rounded value, and
/// that bit decides between two paths through a text with nearly equal scores.
struct NumberScanner {
    enum Problem: String, Error {
        case notANumber = "expected a value"
        case leadingZero = "a number has a leading zero"
        case noDigits = "a number has no digits"
        case outOfRange = "a number is out of range"
    }

    let bytes: [UInt8]
    private(set) var position: Int

    mutating func scan() -> Result<JSONValue, Problem> {
        let negative = take(UInt8(ascii: "-"))
        guard let first = digit() else { return .failure(negative ? .noDigits : .notANumber) }
        var significand = Significand()
        significand.append(first)
        position += 1
        if first == 0 {
            if digit() != nil { return .failure(.leadingZero) }
        } else {
            while let next = digit() {
                significand.append(next)
                position += 1
            }
        }
        // Integer digits that don't fit still count for the magnitude.
        var exponent = significand.dropped
        let fraction = take(UInt8(ascii: "."))
        if fraction {
            guard digit() != nil else { return .failure(.noDigits) }
            while let next = digit() {
                if significand.append(next) { exponent -= 1 }
                position += 1
            }
        }
        let exponential = take(UInt8(ascii: "e")) || take(UInt8(ascii: "E"))
        if exponential {
            let down = take(UInt8(ascii: "-"))
            if !down { _ = take(UInt8(ascii: "+")) }
            guard digit() != nil else { return .failure(.noDigits) }
            exponent += (down ? -1 : 1) * exponentDigits()
        }
        if !fraction, !exponential, exponent == 0, let whole = Int(exactly: significand.value) {
            // Minus zero is the only integer value that an integer cannot hold.
            if !(negative && whole == 0) { return .success(.integer(negative ? -whole : whole)) }
        }
        guard let magnitude = Self.scaled(significand.value, by: exponent) else { return .failure(.outOfRange) }
        return .success(.number(negative ? -magnitude : magnitude))
    }

    /// Saturates far beyond any exponent that matters and far below overflow.
    private mutating func exponentDigits() -> Int {
        var exponent = 0
        while let next = digit() {
            exponent = min(exponent * 10 + next, 1 << 30)
            position += 1
        }
        return exponent
    }

    private func digit() -> Int? {
        guard position < bytes.count, case let value = Int(bytes[position]) - 0x30, 0...9 ~= value else { return nil }
        return value
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private static let powersOfTen: [Double] = (0...308).map { Double("1e\($0)")! }

    /// Nil if the result is too large for a double.
    private static func scaled(_ significand: UInt64, by exponent: Int) -> Double? {
        var value = Double(significand)
        var exponent = exponent
        while value != 0, abs(exponent) > 308 {
            if exponent > 0 { return nil }
            value /= 1e308
            exponent += 308
        }
        guard value != 0 else { return value }
        value = exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
        return value.isInfinite ? nil : value
    }
}

/// As many leading digits as fit in 64 bits.
private struct Significand {
    private(set) var value: UInt64 = 0
    private(set) var dropped = 0
    private var isFull = false

    /// Returns whether the digit was kept. Once one isn't, no later one is.
    @discardableResult
    mutating func append(_ digit: Int) -> Bool {
        if !isFull {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if !overflow, !carry {
                value = sum
                return true
            }
            isFull = true
        }
        dropped += 1
        return false
    }
}
