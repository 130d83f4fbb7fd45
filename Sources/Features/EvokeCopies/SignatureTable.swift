import EvokeValues

/// Looks whose signatures are near to one, found without looking at all of them: of four bands of the signs, one has to be
/// equal but for its weak signs. The more looks there are, the wider are the bands, so that no more look alike by chance.
struct SignatureTable: Sendable {
    /// How one look may lie in another.
    struct Way: Hashable, Sendable {
        /// How many of 64 signs are others.
        let distance: Int
        /// What the one inside has to be turned by.
        let turn: Turn
        /// The part of the other that it resembles.
        let part: Int
    }

    /// A look that may be of the same picture.
    struct Match: Sendable {
        let place: Int
        /// Whether the asking look may be a part of it, rather than the other way round.
        let isPartOfOther: Bool
        /// The likeliest first.
        let ways: [Way]
    }

    /// Looks of one picture have never been seen further apart.
    private static let farthest = 12
    /// Symmetrical pictures resemble themselves in several ways.
    private static let ways = 3
    /// The nearest are compared, and no more.
    private static let most = 200

    /// Of each look, those of all its parts.
    private let signs: [UInt64]
    private let wholes: SignBands
    private let parts: SignBands

    init(_ signatures: [LookSignature]) {
        var signs: [UInt64] = []
        signs.reserveCapacity(8 * signatures.count)
        for signature in signatures { for part in 0..<8 { signs.append(signature.signs[part]) } }
        self.signs = signs
        wholes = SignBands(signs) { $0 & 7 == 0 }
        parts = SignBands(signs) { $0 & 7 != 0 }
    }

    /// The nearest first.
    func matches(of signature: LookSignature, among isAsked: (Int) -> Bool) -> [Match] {
        var found: [Int: [Way]] = [:]
        for part in 0..<8 {
            for turn in Turn.all {
                let weak = turn.exchanges ? Frequencies.exchanged(signature.weak[part]) : signature.weak[part]
                wholes.forEachNear(turn.signs(signature.signs[part]), weak, in: signs, within: Self.farthest) {
                    note(Way(distance: $1, turn: turn.back, part: part), of: $0 >> 3, in: &found)
                }
            }
        }
        // The other way round: what this one may be a part of.
        var others: [Int: [Way]] = [:]
        for turn in Turn.all {
            let weak = turn.exchanges ? Frequencies.exchanged(signature.weak[0]) : signature.weak[0]
            parts.forEachNear(turn.signs(signature.signs[0]), weak, in: signs, within: Self.farthest) {
                note(Way(distance: $1, turn: turn, part: $0 & 7), of: $0 >> 3, in: &others)
            }
        }
        var matches = found.filter { isAsked($0.key) }.map { place, ways in
            let ways = nearest(ways)
            if let others = others[place].map(nearest), others[0].distance < ways[0].distance {
                return Match(place: place, isPartOfOther: true, ways: others)
            }
            return Match(place: place, isPartOfOther: false, ways: ways)
        }
        for (place, ways) in others where found[place] == nil && isAsked(place) {
            matches.append(Match(place: place, isPartOfOther: true, ways: nearest(ways)))
        }
        matches.sort { ($0.ways[0].distance, $0.place) < ($1.ways[0].distance, $1.place) }
        return Array(matches.prefix(Self.most))
    }

    /// Of each turn, the nearest.
    private func note(_ way: Way, of place: Int, in found: inout [Int: [Way]]) {
        var ways = found[place] ?? []
        if let known = ways.firstIndex(where: { $0.turn == way.turn }) {
            if ways[known].distance > way.distance { ways[known] = way }
        } else {
            ways.append(way)
        }
        found[place] = ways
    }

    private func nearest(_ ways: [Way]) -> [Way] {
        Array(ways.sorted { ($0.distance, $0.part) < ($1.distance, $1.part) }.prefix(Self.ways))
    }
}
