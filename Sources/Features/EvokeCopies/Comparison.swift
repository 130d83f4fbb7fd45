import EvokeValues

/// Compares the looks of contents, which are read as they are needed.
struct Comparison: Sendable {
    /// Two contents, and how one of them may lie in the other.
    struct Pair: Sendable {
        let asking: Int
        let other: Int
        /// The one that the other is laid into.
        let first: Int
        let ways: [SignatureTable.Way]
        /// Whether all that counts is that they were taken together.
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

    private let known: KnownContents
    private let looks: LookComparer.LookReading

    init(_ known: KnownContents, looks: @escaping LookComparer.LookReading) {
        (self.known, self.looks) = (known, looks)
    }

    /// Those that resemble each other in no way are left out, and so are those of which one has no look or shows nothing.
    func ways(of pairs: [Pair]) async throws -> [(Pair, Resemblance.Ways)] {
        let places = Set(pairs.flatMap { [$0.first, $0.second] })
        let kept = try await looks(places.map { known.digests[$0] })
        var read: [Int: (look: PhotoLook, planes: LookPlanes)] = [:]
        for place in places {
            guard let look = kept[known.digests[place]] else { continue }
            let planes = LookPlanes(look)
            if planes.planes[0].contrast >= Likeness.leastContrast { read[place] = (look, planes) }
        }
        let ready = read
        var found = [Resemblance.Ways](repeating: [], count: pairs.count)
        try await InTasks.run(Array(pairs.indices)) { number in
            ways(of: pairs[number], ready)
        } deliver: { number, ways in
            found[number] = ways
        }
        return zip(pairs, found).filter { !$0.1.isEmpty }
    }

    private func ways(of pair: Pair, _ looks: [Int: (look: PhotoLook, planes: LookPlanes)]) -> Resemblance.Ways {
        guard let likeness = likeness(of: pair, looks) else { return [] }
        if pair.isOfShots { return likeness.mayBeOneMoment ? .takenTogether : [] }
        var ways: Resemblance.Ways = []
        if likeness.isSamePicture { ways.insert(.samePicture) }
        if likeness.isOneMoment { ways.insert(.oneMoment) }
        return ways
    }

    private func likeness(of pair: Pair, _ looks: [Int: (look: PhotoLook, planes: LookPlanes)]) -> Likeness? {
        guard let first = looks[pair.first], let second = looks[pair.second] else { return nil }
        var best: Likeness?
        for way in pair.ways {
            let planes = way.turn == .none ? second.planes : LookPlanes(second.look, way.turn)
            let likeness = Likeness(
                first.planes, planes, looks: (first.look, second.look),
                sizes: (known.traits[pair.first].size, known.traits[pair.second].size), turn: way.turn,
                from: LookSignature.frame(ofPart: way.part))
            if let likeness, likeness.correlation > best?.correlation ?? -1 { best = likeness }
            if best?.isSamePicture == true { break }
        }
        return best
    }
}
