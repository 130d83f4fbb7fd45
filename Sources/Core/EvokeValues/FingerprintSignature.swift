/// Quickly tells which fingerprints may be of the same picture: 64 sign bits of low frequencies for the whole photo and
/// for a few parts of it.
public struct FingerprintSignature: Hashable, Sendable {
    /// One number for each part, the whole photo first.
    public let signs: SIMD8<UInt64>
    /// The sign bits that a small change is most likely to flip.
    public let weak: SIMD8<UInt64>

    /// For code that stores it.
    public init(signs: SIMD8<UInt64>, weak: SIMD8<UInt64>) {
        (self.signs, self.weak) = (signs, weak)
    }

    /// As catalogs store it: each number little-endian.
    package var bytes: [UInt8] {
        [signs, weak].flatMap { numbers in
            numbers.indices.flatMap { place in (0..<8).map { UInt8(truncatingIfNeeded: numbers[place] >> (8 * $0)) } }
        }
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 128 else { return nil }
        var (numbers, place) = ([SIMD8<UInt64>](repeating: .zero, count: 2), 0)
        for byte in bytes {
            numbers[place / 64][place / 8 % 8] |= UInt64(byte) << (8 * (place % 8))
            place += 1
        }
        self.init(signs: numbers[0], weak: numbers[1])
    }
}
