package import EvokeValues

/// Compares new contents with all others, in batches. Signatures and times find candidates, and fingerprints decide.
package struct FingerprintComparer: Sendable {
    package typealias FingerprintReading = @Sendable ([ContentDigest]) async throws -> [ContentDigest: PhotoFingerprint]
    package typealias PictureReading = @Sendable ([ContentDigest]) async throws -> [ContentDigest: Pixels]

    /// Results are stored with this number. Raise it when signatures, limits, or comparisons change, so that everything
    /// is compared again.
    package static let judge: Int64 = 6

    /// The number compared between two writes.
    private static let together = 256
    /// The number of shots before and after one that are compared with it.
    private static let mostShots = 100

    private let known: KnownContents
    private let table: SignatureTable
    /// Everything that may be of the same moment as one of the queries, earliest first.
    private let shots: [(time: Int64, place: Int)]
    private let comparison: Comparison
    private var done = 0

    /// - Parameters:
    ///   - known: all contents of the library.
    ///   - fingerprints: reads the stored fingerprints of contents.
    ///   - pictures: reads the available thumbnails.
    package init(_ known: KnownContents, fingerprints: @escaping FingerprintReading, pictures: @escaping PictureReading)
    {
        self.known = known
        table = SignatureTable(known.signs, asked: known.waiting.count)
        shots = Self.shots(of: known)
        comparison = Comparison(known, fingerprints: fingerprints, pictures: pictures)
    }

    /// The resemblances of the next contents to those compared before them; nil at the end. The list is empty for one
    /// without any.
    package mutating func next() async throws -> [ContentDigest: [Resemblance]]? {
        guard done < known.waiting.count else { return nil }
        let now = Array(known.waiting[done..<min(done + Self.together, known.waiting.count)])
        var pairs: [Comparison.Pair] = []
        try await InTasks.run(now) { [self] asked in
            self.pairs(of: asked)
        } deliver: { _, found in
            pairs += found
        }
        var ways: [Int: [Int: Resemblance.Ways]] = [:]
        for (pair, found) in try await comparison.ways(of: pairs) {
            ways[pair.asking, default: [:]][pair.other, default: []].formUnion(found)
        }
        done += now.count
        var resemblances: [ContentDigest: [Resemblance]] = [:]
        for place in now.map(\.place) {
            let alike = (ways[place] ?? [:]).filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            resemblances[known.digests[place]] = alike.map { Resemblance(known.digests[$0.key], $0.value) }
        }
        return resemblances
    }

    /// All contents, to compare more later. Nothing is waiting by then.
    package var compared: KnownContents {
        var compared = known
        compared.settle()
        return compared
    }

    private static func shots(of known: KnownContents) -> [(time: Int64, place: Int)] {
        let asked = known.waiting.compactMap { known.traits[$0.place].shot }.sorted()
        guard !asked.isEmpty else { return [] }
        return known.traits.enumerated().compactMap { place, traits in
            guard let time = traits.shot else { return nil }
            var (low, high) = (0, asked.count)
            while low < high {
                let middle = (low + high) / 2
                if asked[middle] < time - Moments.longest { low = middle + 1 } else { high = middle }
            }
            return low < asked.count && asked[low] - time <= Moments.longest ? (time, place) : nil
        }.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
    }

    private func pairs(of asked: KnownContents.Waiting) -> [Comparison.Pair] {
        let place = asked.place
        let signature = FingerprintSignature(signs: known.signs[place], weak: asked.weak)
        let matches = table.matches(of: signature) { known.asks(place, for: $0) }
        return matches.map { Comparison.Pair(asking: place, $0) } + shotsTogether(with: place)
    }

    private func shotsTogether(with place: Int) -> [Comparison.Pair] {
        let own = known.traits[place]
        guard let time = own.shot else { return [] }
        var (low, high) = (0, shots.count)
        while low < high {
            let middle = (low + high) / 2
            if (shots[middle].time, shots[middle].place) < (time, place) { low = middle + 1 } else { high = middle }
        }
        let before = shots[..<low].suffix(Self.mostShots).reversed().prefix { time - $0.time <= Moments.longest }
        let after = shots[low...].prefix(Self.mostShots).prefix { $0.time - time <= Moments.longest }
        return (before.map(\.place) + after.map(\.place)).filter { other in
            let cameras = (own.camera, known.traits[other].camera)
            return known.asks(place, for: other) && (cameras.0 == cameras.1 || cameras.0 == 0 || cameras.1 == 0)
        }.map { Comparison.Pair(asking: place, takenWith: $0) }
    }
}
