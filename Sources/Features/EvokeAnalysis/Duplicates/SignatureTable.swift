import EvokeValues

/// Looks whose signatures are near to one: of four bands of the signs, one has to be equal but for its weak signs. Where
/// many are asked for, they are found without looking at all.
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

    /// For so many, looking at all takes less time than making lists does.
    private static let few = 16

    /// Of each look, those of all its parts.
    private let signs: [SIMD8<UInt64>]
    private let bands: (wholes: SignBitBands, parts: SignBitBands)?

    /// - Parameter asked: how many looks will be asked for.
    init(_ signs: [SIMD8<UInt64>], asked: Int) {
        self.signs = signs
        bands =
            asked > Self.few
            ? (SignBitBands(signs) { $0 & 7 == 0 }, SignBitBands(signs) { $0 & 7 != 0 }) : nil
    }

    /// The nearest first.
    func matches(of signature: FingerprintSignature, among isAsked: (Int) -> Bool) -> [Match] {
        var (found, others): ([Int: [Way]], [Int: [Way]]) = ([:], [:])
        find(signature) { place, part, distance, turn in
            record(Way(distance: distance, turn: turn.back, part: part), of: place, in: &found)
        } whole: { place, part, distance, turn in
            record(Way(distance: distance, turn: turn, part: part), of: place, in: &others)
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

    /// One that is near: its place, the part, how far it is, and how the asking signs are turned for that.
    private typealias Near = (_ place: Int, _ part: Int, _ distance: Int, _ turn: Turn) -> Void

    /// - Parameters:
    ///   - body: hears of what one of the asking parts resembles.
    ///   - whole: hears of the other way round: what the whole may be a part of.
    private func find(_ asking: FingerprintSignature, _ body: Near, whole: Near) {
        guard let bands else {
            return SignBitScan(asking, within: Self.farthest).run(over: signs) { near in
                if near.isWhole {
                    whole(near.place, near.part, near.distance, near.turn)
                } else {
                    body(near.place, near.part, near.distance, near.turn)
                }
            }
        }
        for turn in Turn.all {
            let turned = asking.turned(by: turn)
            for part in 0..<8 {
                bands.wholes.forEachNear(turned.signs[part], turned.weak[part], in: signs, within: Self.farthest) {
                    body($0 >> 3, part, $1, turn)
                }
            }
            bands.parts.forEachNear(turned.signs[0], turned.weak[0], in: signs, within: Self.farthest) {
                whole($0 >> 3, $0 & 7, $1, turn)
            }
        }
    }

    /// Of each turn, the nearest.
    private func record(_ way: Way, of place: Int, in found: inout [Int: [Way]]) {
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
