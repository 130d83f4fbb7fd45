/// A compact encoding for catalogs: numbers of one byte or more, and length-prefixed texts.
package struct PackedBytes {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Numbers near 0 are the shortest, whatever their sign.
    package mutating func add(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }

    /// Without a count, which the reader has to know.
    package mutating func add(_ halfFloats: some Sequence<Float16>) {
        for half in halfFloats {
            bytes.append(UInt8(truncatingIfNeeded: half.bitPattern))
            bytes.append(UInt8(half.bitPattern >> 8))
        }
    }
}

/// Reads them back.
package struct UnpackedBytes {
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    package mutating func number() -> Int? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while let byte = rest.popFirst(), shift < 64 {
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)) }
            shift += 7
        }
        return nil
    }

    package mutating func numbers(_ count: Int) -> [Int]? {
        var numbers: [Int] = []
        while numbers.count < count, let number = number() { numbers.append(number) }
        return numbers.count == count ? numbers : nil
    }

    package mutating func text() -> String? {
        guard let length = number(), 0...rest.count ~= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return String(validating: rest.prefix(length), as: UTF8.self)
    }

    package mutating func halfFloats(_ count: Int) -> [Float16]? {
        guard 0...rest.count / 2 ~= count else { return nil }
        defer { rest = rest.dropFirst(2 * count) }
        let bytes = Array(rest.prefix(2 * count))
        return (0..<count).map { Float16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8) }
    }
}

extension FixedWidthInteger {
    /// The integer nearest to `value`; 0 if `value` is not a number.
    ///
    /// For values from a file, a request or a graph: `init(_:)` traps for infinity, for NaN, and for values that are
    /// too large. Inlinable, so that other modules can specialize it: unspecialized, it took a fifth of a search.
    @inlinable package init(nearest value: some BinaryFloatingPoint) {
        let whole = value.rounded()
        self = whole.isNaN ? 0 : Self(exactly: whole) ?? (whole < 0 ? .min : .max)
    }
}
