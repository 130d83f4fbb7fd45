import EvokeValues

/// Compares the looks of contents, which are read as they are needed.
struct Comparison: Sendable {
    /// Two contents, and how the second may lie in the first.
    struct Pair: Sendable {
        let first: Int
        let second: Int
        let ways: [SignatureTable.Candidate]

        var best: Int { min(first, second) }
        var last: Int { max(first, second) }
        var distance: Int { ways.first?.distance ?? 0 }

        init(_ first: Int, _ second: Int, _ ways: [SignatureTable.Candidate]) {
            (self.first, self.second, self.ways) = (first, second, ways)
        }

        /// As they are.
        init(_ first: Int, _ second: Int) {
            let asTheyAre = SignatureTable.Candidate(place: second, distance: 0, turn: .none, part: 0)
            self.init(first, second, [asTheyAre])
        }
    }

    private let contents: [Content]
    private let looks: DuplicateFinder.LookReading

    init(_ contents: [Content], looks: @escaping DuplicateFinder.LookReading) {
        (self.contents, self.looks) = (contents, looks)
    }

    /// In the order of the pairs. Those that resemble each other in no way are left out, and so are those of which one
    /// has no look or shows nothing.
    func likenesses(of pairs: [Pair]) async throws -> [(Pair, Likeness)] {
        let places = Set(pairs.flatMap { [$0.first, $0.second] })
        let photos = Dictionary(places.map { (contents[$0].photos[0], $0) }, uniquingKeysWith: { first, _ in first })
        var read: [Int: (look: PhotoLook, planes: LookPlanes)] = [:]
        for (photo, look) in try await looks(Array(photos.keys)) {
            guard let place = photos[photo] else { continue }
            let planes = LookPlanes(look)
            if planes.planes[0].contrast >= Likeness.leastContrast { read[place] = (look, planes) }
        }
        let known = read
        var found = [Likeness?](repeating: nil, count: pairs.count)
        try await InTasks.run(Array(pairs.indices)) { number in
            likeness(of: pairs[number], known)
        } deliver: { number, likeness in
            found[number] = likeness
        }
        return zip(pairs, found).compactMap { pair, likeness in likeness.map { (pair, $0) } }
    }

    private func likeness(of pair: Pair, _ looks: [Int: (look: PhotoLook, planes: LookPlanes)]) -> Likeness? {
        guard let first = looks[pair.first], let second = looks[pair.second] else { return nil }
        var best: Likeness?
        for way in pair.ways {
            let planes = way.turn == .none ? second.planes : LookPlanes(second.look, way.turn)
            let likeness = Likeness(
                first.planes, planes, looks: (first.look, second.look),
                sizes: (contents[pair.first].size, contents[pair.second].size), turn: way.turn,
                from: LookSignature.frame(ofPart: way.part))
            if let likeness, likeness.correlation > best?.correlation ?? -1 { best = likeness }
            if best?.isSamePicture == true { break }
        }
        return best
    }
}
