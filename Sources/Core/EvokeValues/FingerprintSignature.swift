/// What tells quickly which looks may be of one picture: 64 signs of low frequencies, of the whole photo and of a few
/// parts of it.
public struct FingerprintSignature: Hashable, Sendable {
    /// Of each part, the whole photo first.
    public let signs: SIMD8<UInt64>
    /// Those of the signs that a small change turns round first.
    public let weak: SIMD8<UInt64>

    /// For those who keep it.
    public init(signs: SIMD8<UInt64>, weak: SIMD8<UInt64>) {
        (self.signs, self.weak) = (signs, weak)
    }

    /// As catalogues keep it: the lowest byte of each number first.
    package var bytes: [UInt8] {
        [signs, weak].flatMap { numbers in
            numbers.indices.flatMap { place in (0..<8).map { UInt8(truncatingIfNeeded: numbers[place] >> (8 * $0)) } }
        }
    }

    /// Nil for what are no bytes of a signature.
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
