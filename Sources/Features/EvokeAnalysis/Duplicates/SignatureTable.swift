import EvokePorts
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

/// An index of sign bits by four bands of them. A band begins at every sixteenth bit, and extends into the next if
/// there are many fingerprints.
struct SignBitBands: Sendable {
    private static let widths = 16...24

    /// The width of a band for that many fingerprints.
    static func width(among count: Int) -> Int {
        min(max(Int.bitWidth - count.leadingZeroBitCount, widths.lowerBound), widths.upperBound)
    }

    /// The most to examine that share a band; more common bands occur in too many pictures.
    private static let most: UInt32 = 1_024

    private let width: Int
    /// For each value of a band, the start of its entries.
    private let starts: [[UInt32]]
    /// The indices of the fingerprints, sorted by value.
    private let places: [[UInt32]]

    /// - Parameter isIn: by index, whether to include these sign bits.
    init(_ signs: [SIMD8<UInt64>], where isIn: (Int) -> Bool) {
        (width, starts, places) = signs.withSignBits { Self.lists(of: $0, where: isIn) }
    }

    private static func lists(
        of signs: UnsafeBufferPointer<UInt64>, where isIn: (Int) -> Bool
    ) -> (Int, [[UInt32]], [[UInt32]]) {
        let chosen = Array(signs.indices.lazy.filter(isIn).map { UInt32($0) })
        let width = width(among: chosen.count)
        var (starts, places) = ([[UInt32]](), [[UInt32]]())
        for band in 0..<4 {
            var begins = [UInt32](repeating: 0, count: 1 << width + 1)
            for place in chosen { begins[value(signs[Int(place)], band, width) + 1] += 1 }
            for value in 1..<begins.count { begins[value] += begins[value - 1] }
            var (next, listed) = (begins, [UInt32](repeating: 0, count: chosen.count))
            for place in chosen {
                let value = value(signs[Int(place)], band, width)
                listed[Int(next[value])] = place
                next[value] += 1
            }
            starts.append(begins)
            places.append(listed)
        }
        return (width, starts, places)
    }

    static func value(_ signs: UInt64, _ band: Int, _ width: Int) -> Int {
        let shift = UInt64(16 * band)
        return Int((signs &>> shift | signs &<< (64 &- shift)) & (1 << UInt64(width) - 1))
    }

    /// Calls `body` with the index and distance of each match; a match may be reported once per band.
    func forEachNear(
        _ sign: UInt64, _ weak: UInt64, in signs: [SIMD8<UInt64>], within farthest: Int, _ body: (Int, Int) -> Void
    ) {
        signs.withSignBits { signs in
            for band in 0..<4 {
                let (value, loose) = (Self.value(sign, band, width), Self.value(weak, band, width))
                starts[band].withUnsafeBufferPointer { starts in
                    places[band].withUnsafeBufferPointer { places in
                        // Iterates over all subsets of the weak bits.
                        var turned = loose
                        while true {
                            let at = value ^ turned
                            for entry in starts[at]..<min(starts[at + 1], starts[at] + Self.most) {
                                let place = Int(places[Int(entry)])
                                let distance = (signs[place] ^ sign).nonzeroBitCount
                                if distance <= farthest { body(place, distance) }
                            }
                            if turned == 0 { break }
                            turned = (turned - 1) & loose
                        }
                    }
                }
            }
        }
    }
}

extension [SIMD8<UInt64>] {
    /// End to end; the parts of the first fingerprint come first.
    fileprivate func withSignBits<Result>(_ body: (UnsafeBufferPointer<UInt64>) -> Result) -> Result {
        withUnsafeBytes { body($0.assumingMemoryBound(to: UInt64.self)) }
    }
}

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
