import EvokeValues

/// Looks at all signs for what is near to one look's, and finds what `SignBands` would.
struct SignScan {
    struct Near {
        let place: Int
        /// Whether the whole asking look is near to this part of the other; else this part of it is near to the other's whole.
        let isWhole: Bool
        let part: Int
        let distance: Int
        /// How the asking signs are turned for that.
        let turn: Turn
    }

    private let turned: [(turn: Turn, signs: LookSignature)]
    private let farthest: Int

    init(_ asking: LookSignature, within farthest: Int) {
        turned = Turn.all.map { ($0, asking.turned(by: $0)) }
        self.farthest = farthest
    }

    func run(over signs: [SIMD8<UInt64>], _ body: (Near) -> Void) {
        let widths = (wholes: SignBands.width(among: signs.count), parts: SignBands.width(among: 7 * signs.count))
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

    /// Whether sixteen signs that begin a band are equal but for weak ones, in any of all ways. That is seldom so by chance.
    private func mayBeNear(_ other: SIMD8<UInt64>) -> Bool {
        let whole = SIMD8<UInt64>(repeating: other[0])
        var equal = SIMDMask<SIMD32<Int16>>(repeating: false)
        for (_, asking) in turned {
            equal .|= Self.equal((asking.signs ^ whole) & ~asking.weak)
            let (sign, weak) = (asking.signs[0], asking.weak[0])
            equal .|= Self.equal((other ^ SIMD8(repeating: sign)) & SIMD8(repeating: ~weak))
        }
        return any(equal)
    }

    private static func equal(_ others: SIMD8<UInt64>) -> SIMDMask<SIMD32<Int16>> {
        unsafeBitCast(others, to: SIMD32<Int16>.self) .== 0
    }

    /// Nil where no band is equal, or they are too far from each other.
    private func distance(_ sign: UInt64, _ weak: UInt64, _ other: UInt64, _ width: Int) -> Int? {
        let others = sign ^ other
        guard others.nonzeroBitCount <= farthest,
            (0..<4).contains(where: { SignBands.value(others & ~weak, $0, width) == 0 })
        else { return nil }
        return others.nonzeroBitCount
    }
}
