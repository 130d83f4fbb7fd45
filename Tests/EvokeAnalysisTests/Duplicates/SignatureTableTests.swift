import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Looking at all signs finds what lists of them find.
@Suite struct SignatureTableTests {
    private var random = SeededGenerator(seed: 11)

    private mutating func signature() -> FingerprintSignature {
        var (signs, weak) = (SIMD8<UInt64>(), SIMD8<UInt64>())
        for part in 0..<8 {
            signs[part] = .random(in: 0 ... .max, using: &random)
            // A few of them, anywhere.
            for _ in 0..<6 { weak[part] |= 1 << UInt64.random(in: 0..<64, using: &random) }
        }
        return FingerprintSignature(signs: signs, weak: weak)
    }

    /// With so many signs turned round.
    private mutating func changed(_ signs: UInt64, _ count: Int) -> UInt64 {
        (0..<count).reduce(signs) { signs, _ in signs ^ 1 << UInt64.random(in: 0..<64, using: &random) }
    }

    @Test(arguments: [0, 1, 40, 3_000]) mutating func fewAreFoundAsManyAre(count: Int) {
        let asking = (0..<8).map { _ in signature() }
        var signs = (0..<count).map { _ in signature().signs }
        // Some are near: as a whole, by a part of either, and turned.
        for place in signs.indices where place % 3 == 0 {
            let (one, turn) = (asking[place % 8], Turn.all[place % 4])
            let (own, other) = (place % 5 == 0 ? place % 7 + 1 : 0, place % 5 == 1 ? place % 7 + 1 : 0)
            signs[place][other] = changed(turn.signs(one.signs[own]), place % 16)
        }
        let (lists, all) = (SignatureTable(signs, asked: 1_000), SignatureTable(signs, asked: 1))
        var found = 0
        for one in asking {
            let (many, few) = (lists.matches(of: one) { $0 != 3 }, all.matches(of: one) { $0 != 3 })
            #expect(many.map(\.place) == few.map(\.place))
            #expect(many.map(\.ways) == few.map(\.ways) && many.map(\.isPartOfOther) == few.map(\.isPartOfOther))
            #expect(!many.map(\.place).contains(3))
            found += many.count
        }
        #expect(found >= count / 6)
    }
}
