import EvokeValues

/// Looks whose signatures are near to one, found without looking at all of them: of four parts of the signs, one has to be
/// equal but for its weak signs.
struct SignatureTable: Sendable {
    /// A look that may be of the same picture.
    struct Candidate: Hashable, Sendable {
        let place: Int
        /// How many of 64 signs are others.
        let distance: Int
        /// What it has to be turned by.
        let turn: Turn
        /// The part of the asking look that it resembles.
        let part: Int
    }

    /// Looks of one picture have never been seen further apart.
    private static let farthest = 12
    /// Symmetrical pictures resemble themselves in several ways.
    private static let ways = 3
    /// The nearest are compared, and no more.
    private static let most = 200

    private let signs: [UInt64]
    /// For each part of the signs: where the looks begin that have a value there, and these looks.
    private let starts: [[Int32]]
    private let places: [[Int32]]

    init(_ signatures: [LookSignature]) {
        signs = signatures.map { $0.signs[0] }
        var (starts, places) = ([[Int32]](), [[Int32]]())
        for part in 0..<4 {
            var begins = [Int32](repeating: 0, count: 1 << 16 + 1)
            for sign in signs { begins[Self.value(sign, part) + 1] += 1 }
            for value in 1..<begins.count { begins[value] += begins[value - 1] }
            var (next, listed) = (begins, [Int32](repeating: 0, count: signs.count))
            for (place, sign) in signs.enumerated() {
                listed[Int(next[Self.value(sign, part)])] = Int32(place)
                next[Self.value(sign, part)] += 1
            }
            starts.append(begins)
            places.append(listed)
        }
        (self.starts, self.places) = (starts, places)
    }

    private static func value(_ sign: UInt64, _ part: Int) -> Int { Int(sign >> (16 * UInt64(part)) & 0xFFFF) }

    /// The nearest first; what is at `own` is left out. The ways of one look follow each other.
    func candidates(of signature: LookSignature, at own: Int) -> [[Candidate]] {
        var found: [Int32: [Candidate]] = [:]
        for part in 0..<8 {
            for turn in Turn.all {
                let sign = turn.signs(signature.signs[part])
                let weak = turn.exchanges ? Frequencies.exchanged(signature.weak[part]) : signature.weak[part]
                forEachNear(sign, weak) { place, distance in
                    guard place != own else { return }
                    let candidate = Candidate(place: Int(place), distance: distance, turn: turn.back, part: part)
                    var ways = found[place] ?? []
                    if let known = ways.firstIndex(where: { $0.turn == candidate.turn }) {
                        if ways[known].distance > distance { ways[known] = candidate }
                    } else {
                        ways.append(candidate)
                    }
                    found[place] = ways
                }
            }
        }
        let nearest = found.values.map { ways in
            Array(ways.sorted { ($0.distance, $0.part) < ($1.distance, $1.part) }.prefix(Self.ways))
        }
        return Array(nearest.sorted { ($0[0].distance, $0[0].place) < ($1[0].distance, $1[0].place) }.prefix(Self.most))
    }

    private func forEachNear(_ sign: UInt64, _ weak: UInt64, _ body: (Int32, Int) -> Void) {
        for part in 0..<4 {
            let (value, loose) = (Self.value(sign, part), Self.value(weak, part))
            // All subsets of the loose bits.
            var turned = loose
            while true {
                let at = value ^ turned
                for entry in starts[part][at]..<starts[part][at + 1] {
                    let place = places[part][Int(entry)]
                    let distance = (signs[Int(place)] ^ sign).nonzeroBitCount
                    if distance <= Self.farthest { body(place, distance) }
                }
                if turned == 0 { break }
                turned = (turned - 1) & loose
            }
        }
    }
}
