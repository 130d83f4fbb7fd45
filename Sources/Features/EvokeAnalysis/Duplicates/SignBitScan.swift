import EvokeValues

/// Scans all sign bits for those close to a fingerprint's, and finds the same as `SignBitBands` would.
struct SignBitScan {
    struct Near {
        let place: Int
        /// Whether the whole query resembles this part of the other; otherwise, this part of the query resembles the
        /// whole other.
        let isWhole: Bool
        let part: Int
        let distance: Int
        /// The rotation of the query's sign bits.
        let turn: Turn
    }

    /// Sign bits in one rotation, to be compared with others in the order of parts.
    private struct Probe {
        let signs, strong: SIMD8<UInt64>

        /// Nonzero if sixteen sign bits at the start of a band are equal, ignoring weak ones.
        @inline(__always)
        func equals(_ others: SIMD8<UInt64>) -> SIMD8<UInt64> {
            let unequal = (signs ^ others) & strong
            // A 16-bit lane that is 0 borrows from its top bit. The next lane may then falsely seem to be 0.
            let ones = SIMD8<UInt64>(repeating: 0x0001_0001_0001_0001)
            return (unequal &- ones) & ~unequal & SIMD8(repeating: 0x8000_8000_8000_8000)
        }
    }

    private let turned: [(turn: Turn, signs: FingerprintSignature)]
    /// In each rotation: the parts, to compare with whole others; and the whole, to compare with their parts.
    private let parts, wholes: [Probe]
    private let farthest: Int

    init(_ asking: FingerprintSignature, within farthest: Int) {
        turned = Turn.all.map { ($0, asking.turned(by: $0)) }
        parts = turned.map { Probe(signs: $0.signs.signs, strong: ~$0.signs.weak) }
        wholes = turned.map {
            Probe(signs: SIMD8(repeating: $0.signs.signs[0]), strong: SIMD8(repeating: ~$0.signs.weak[0]))
        }
        self.farthest = farthest
    }

    func run(over signs: [SIMD8<UInt64>], _ body: (Near) -> Void) {
        let widths = (wholes: SignBitBands.width(among: signs.count), parts: SignBitBands.width(among: 7 * signs.count))
        for (place, other) in signs.enumerated() where mayBeNear(other) {
            for (turn, asking) in turned {
                for part in 0..<8 {
                    let distance = distance(asking.signs[part], asking.weak[part], other[0], widths.wholes)
                    if let distance {
                        body(Near(place: place, isWhole: false, part: part, distance: distance, turn: turn))
                    }
                }
                for part in 1..<8 {
                    let distance = distance(asking.signs[0], asking.weak[0], other[part], widths.parts)
                    if let distance {
                        body(Near(place: place, isWhole: true, part: part, distance: distance, turn: turn))
                    }
                }
            }
        }
    }

    /// Whether any sixteen sign bits are equal, which is rarely so by chance.
    private func mayBeNear(_ other: SIMD8<UInt64>) -> Bool {
        let whole = SIMD8<UInt64>(repeating: other[0])
        var equal = SIMD8<UInt64>.zero
        for probe in parts { equal |= probe.equals(whole) }
        for probe in wholes { equal |= probe.equals(other) }
        let half = equal.lowHalf | equal.highHalf
        let quarter = half.lowHalf | half.highHalf
        return quarter[0] | quarter[1] != 0
    }

    /// Nil if no band is equal, or the distance is too large.
    private func distance(_ sign: UInt64, _ weak: UInt64, _ other: UInt64, _ width: Int) -> Int? {
        let others = sign ^ other
        guard others.nonzeroBitCount <= farthest,
            (0..<4).contains(where: { SignBitBands.value(others & ~weak, $0, width) == 0 })
        else { return nil }
        return others.nonzeroBitCount
    }
}
