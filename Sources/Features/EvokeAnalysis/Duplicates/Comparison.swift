import EvokePorts
import EvokeValues

/// Compares the fingerprints of contents, which are read as needed.
struct Comparison: Sendable {
    /// Two contents, and how one of them may match the other.
    struct Pair: Sendable {
        let asking: Int
        let other: Int
        /// The one that the other is aligned with.
        let first: Int
        let ways: [SignatureTable.Way]
        /// Whether only the time they were taken matters.
        let isOfShots: Bool

        var second: Int { first == asking ? other : asking }

        init(asking: Int, _ match: SignatureTable.Match) {
            (self.asking, other, ways, isOfShots) = (asking, match.place, match.ways, false)
            first = match.isPartOfOther ? match.place : asking
        }

        init(asking: Int, takenWith other: Int) {
            (self.asking, self.other, first, isOfShots) = (asking, other, asking, true)
            ways = [SignatureTable.Way(distance: 0, turn: .none, part: 0)]
        }
    }

    let known: KnownContents
    let fingerprints: FingerprintComparer.FingerprintReading
    let pictures: FingerprintComparer.PictureReading

    /// A fingerprint prepared for several comparisons.
    private struct Seen: Sendable {
        let fingerprint: PhotoFingerprint
        let planes: FingerprintPlanes
        let isMostlyOneLight: Bool
    }

    private typealias Found = (likeness: Likeness, turn: Turn)

    /// A question that fingerprints cannot answer.
    private enum OpenQuestion: Sendable {
        /// Whether both have the same text.
        case writing
        /// Whether the fingerprints are similar because the pictures are the same.
        case nearness
        /// Whether one is slightly rotated.
        case turning
    }

    /// What fingerprints say about a pair, and, if thumbnails are needed, where the second may be in the first.
    private struct Finding: Sendable {
        var ways: Resemblance.Ways = []
        var question = OpenQuestion.writing
        var open: [Found] = []
    }

    /// The most thumbnails to read per picture; copies are closer than pictures that only share a layout.
    private static let mostRead = 16
    /// The number of pairs to read at once.
    private static let readTogether = 64

    /// Omits pairs without any resemblance, and those in which one has no fingerprint or a blank one.
    func ways(of pairs: [Pair]) async throws -> [(Pair, Resemblance.Ways)] {
        let places = Set(pairs.flatMap { [$0.first, $0.second] })
        let kept = try await fingerprints(places.map { known.digests[$0] })
        var read: [Int: Seen] = [:]
        for place in places {
            guard let fingerprint = kept[known.digests[place]] else { continue }
            let planes = FingerprintPlanes(fingerprint)
            if planes.smallest.contrast >= Likeness.leastContrast {
                read[place] = Seen(
                    fingerprint: fingerprint, planes: planes, isMostlyOneLight: fingerprint.isMostlyOneLight)
            }
        }
        let ready = read
        var found = [Finding](repeating: Finding(), count: pairs.count)
        try await InTasks.run(Array(pairs.indices)) { number in
            finding(of: pairs[number], ready)
        } deliver: { number, finding in
            found[number] = finding
        }
        try await askThumbnails(of: pairs, &found)
        return zip(pairs, found.map(\.ways)).filter { !$0.1.isEmpty }
    }

    private func finding(of pair: Pair, _ fingerprints: [Int: Seen]) -> Finding {
        guard let first = fingerprints[pair.first], let second = fingerprints[pair.second] else { return Finding() }
        let mayBePages =
            !pair.isOfShots && [pair.first, pair.second].allSatisfy { known.traits[$0].size.mayHaveWriting }
            && (first.isMostlyOneLight || second.isMostlyOneLight)
        // A symmetrical page matches in several ways, but its text is only upright in one of them.
        let fits = fits(of: pair, first, second, all: mayBePages)
        guard let best = fits.max(by: { $0.likeness.correlation < $1.likeness.correlation })?.likeness else {
            return Finding()
        }
        if pair.isOfShots { return Finding(ways: best.mayBeOneMoment ? .takenTogether : []) }
        let same = fits.filter(\.likeness.isSamePicture)
        var finding = Finding(ways: same.isEmpty ? [] : .samePicture)
        if best.isOneMoment { finding.ways.insert(.oneMoment) }
        if mayBePages {
            finding.open = finding.ways.isEmpty ? fits.filter(\.likeness.mayBeSamePage) : fits
        } else if !areOtherShots(pair), !same.contains(where: { !$0.likeness.seemsTurned }) {
            let doubtful = fits.filter(\.likeness.isSameUnlessTurned)
            finding.question = doubtful.isEmpty ? .nearness : .turning
            finding.open = doubtful.isEmpty ? fits.filter(\.likeness.mayBeSamePicture) : doubtful
        }
        return finding
    }

    /// Whether they are different shots; these are never grouped as the same picture, whatever they show.
    private func areOtherShots(_ pair: Pair) -> Bool {
        guard let one = known.traits[pair.first].shot, let other = known.traits[pair.second].shot else { return false }
        return one != other
    }

    /// Lets thumbnails decide what fingerprints leave open. If one is missing, fingerprints decide.
    private func askThumbnails(of pairs: [Pair], _ found: inout [Finding]) async throws {
        var asked: [Int: [(number: Int, correlation: Float)]] = [:]
        for (number, finding) in found.enumerated() {
            guard let nearest = finding.open.map(\.likeness.correlation).max() else { continue }
            asked[pairs[number].asking, default: []].append((number, nearest))
        }
        var nearest: [Int] = []
        for some in asked.values {
            let sorted = some.sorted { ($1.correlation, $0.number) < ($0.correlation, $1.number) }.map(\.number)
            nearest += sorted.prefix(Self.mostRead)
            for number in sorted.dropFirst(Self.mostRead) where found[number].question == .writing {
                found[number].ways = []
            }
        }
        nearest.sort()
        for start in stride(from: 0, to: nearest.count, by: Self.readTogether) {
            let now = Array(nearest[start..<min(start + Self.readTogether, nearest.count)])
            let places = Set(now.flatMap { [pairs[$0].first, pairs[$0].second] })
            let (kept, findings) = (try await pictures(places.map { known.digests[$0] }), found)
            try await InTasks.run(now) { number in
                let pair = pairs[number]
                guard let first = kept[known.digests[pair.first]], let second = kept[known.digests[pair.second]]
                else { return findings[number].ways }
                return ways(of: findings[number], pair, first, second)
            } deliver: { number, ways in
                found[number].ways = ways
            }
        }
    }

    private func ways(of finding: Finding, _ pair: Pair, _ first: Pixels, _ second: Pixels) -> Resemblance.Ways {
        let (same, other) = (finding.ways.union(.samePicture), finding.ways.subtracting(.samePicture))
        for (likeness, turn) in finding.open {
            guard let fingerprint = ThumbnailComparison(first, second, turn, from: likeness.level),
                finding.question == .turning || Writing.isSame(fingerprint, mayBePage: !likeness.isColorful)
            else { continue }
            let sizes = (known.traits[pair.first].size, turn.size(known.traits[pair.second].size))
            return likeness.isInPlace(fingerprint.fit.frame) && !fingerprint.isTurned(likeness, sizes.0, sizes.1)
                ? same : other
        }
        switch finding.question {
        case .writing: return []
        case .nearness: return finding.ways
        // If both are level, both thumbnails match.
        case .turning: return other
        }
    }

    /// - Parameter all: whether to continue after the same picture has been found.
    private func fits(of pair: Pair, _ first: Seen, _ second: Seen, all: Bool) -> [Found] {
        var fits: [Found] = []
        for way in pair.ways {
            let likeness = Likeness(
                first.planes, second.planes.turned(by: way.turn), fingerprints: (first.fingerprint, second.fingerprint),
                sizes: (known.traits[pair.first].size, known.traits[pair.second].size), turn: way.turn,
                from: FingerprintSignature.frame(ofPart: way.part))
            if let likeness { fits.append((likeness, way.turn)) }
            if !all, likeness?.isSamePicture == true { break }
        }
        return fits
    }
}
