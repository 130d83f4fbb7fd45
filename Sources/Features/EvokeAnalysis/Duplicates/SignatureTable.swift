import EvokeValues

/// Finds fingerprints whose signatures are close to a given one: at least one of four bands of sign bits must be equal,
/// ignoring weak bits. For many queries, an index replaces the scan.
struct SignatureTable: Sendable {
    /// A way in which one fingerprint may be inside another.
    struct Way: Hashable, Sendable {
        /// How many of 64 sign bits differ.
        let distance: Int
        /// The rotation of the inner one.
        let turn: Turn
        /// The part of the outer one that it resembles.
        let part: Int
    }

    /// A fingerprint that may be of the same picture.
    struct Match: Sendable {
        let place: Int
        /// Whether the query may be a part of it, rather than the other way round.
        let isPartOfOther: Bool
        /// Most likely first.
        let ways: [Way]
    }

    /// Fingerprints of the same picture have never been further apart.
    private static let farthest = 12
    /// Symmetrical pictures match in several ways.
    private static let ways = 3
    /// The number of nearest matches to compare.
    private static let most = 200

    /// Up to this many queries, scanning is faster than building the index.
    private static let few = 16

    /// For each fingerprint, the sign bits of all its parts.
    private let signs: [SIMD8<UInt64>]
    private let bands: (wholes: SignBitBands, parts: SignBitBands)?

    /// - Parameter asked: the number of queries to expect.
    init(_ signs: [SIMD8<UInt64>], asked: Int) {
        self.signs = signs
        bands =
            asked > Self.few
            ? (SignBitBands(signs) { $0 & 7 == 0 }, SignBitBands(signs) { $0 & 7 != 0 }) : nil
    }

    /// Nearest first.
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

    /// A match: its index, the part, the distance, and the rotation of the query's sign bits.
    private typealias Near = (_ place: Int, _ part: Int, _ distance: Int, _ turn: Turn) -> Void

    /// - Parameters:
    ///   - body: called for each match of one of the query's parts.
    ///   - whole: called for each match of the whole query with a part of another.
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

    /// Keeps the nearest for each rotation.
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
