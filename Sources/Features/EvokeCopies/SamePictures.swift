import EvokeValues

/// The same picture in different files: each group is measured by its best, so none is a chain.
struct SamePictures {
    struct Result {
        /// Contents by their places; also those that are alone, the best first in each.
        var groups: [[Int]]
        /// Those that are not one picture, and look as if they were of one moment.
        var near: [Int: Set<Int>]
    }

    /// So many groups are begun together.
    private static let together = 64
    /// So many contents ask together for what may be the same picture.
    private static let asking = 1_024

    private let contents: [Content]
    private let comparison: Comparison
    private let notify: @Sendable (Int, Int) -> Void

    /// - Parameter contents: the best first.
    init(
        _ contents: [Content], looks: @escaping DuplicateFinder.LookReading,
        notify: @escaping @Sendable (Int, Int) -> Void
    ) {
        (self.contents, self.notify) = (contents, notify)
        comparison = Comparison(contents, looks: looks)
    }

    func groups() async throws -> Result {
        let pairs = try await pairs()
        var (center, near) = ([Int](0..<contents.count), [Int: Set<Int>]())
        var groups: [Int: [Int]] = [:]
        let begun = contents.indices.filter { !pairs[$0].isEmpty }
        for first in stride(from: 0, to: begun.count, by: Self.together) {
            try Task.checkCancellation()
            let now = begun[first..<min(first + Self.together, begun.count)].filter { center[$0] == $0 }
            let wanted = now.flatMap { place in pairs[place].filter { center[$0.last] == $0.last } }
            for (pair, likeness) in try await comparison.likenesses(of: wanted) {
                let (place, other) = (pair.best, pair.last)
                guard center[place] == place, center[other] == other, groups[other] == nil else { continue }
                let members = [place] + (groups[place] ?? [])
                if likeness.isSamePicture, !members.contains(where: { contents[$0].isOtherShot(than: contents[other]) })
                {
                    center[other] = place
                    groups[place, default: []].append(other)
                } else if likeness.isOneMoment {
                    near[place, default: []].insert(other)
                    near[other, default: []].insert(place)
                }
            }
            let done = (first + Self.together) * (contents.count - contents.count / 2) / max(begun.count, 1)
            notify(min(contents.count / 2 + done, contents.count), contents.count)
        }
        return Result(
            groups: contents.indices.filter { center[$0] == $0 }.map { [$0] + (groups[$0] ?? []) }, near: near)
    }

    /// Of each content, the pairs with those after it that may be the same picture, the likeliest first.
    private func pairs() async throws -> [[Comparison.Pair]] {
        let known = contents.indices.filter { contents[$0].signature != nil }
        let signatures = known.compactMap { contents[$0].signature }
        let table = SignatureTable(signatures)
        var pairs = [[Int: Comparison.Pair]](repeating: [:], count: contents.count)
        let starts = Array(stride(from: 0, to: known.count, by: Self.asking))
        try await InTasks.run(starts) { first in
            (first..<min(first + Self.asking, known.count)).map { table.candidates(of: signatures[$0], at: $0) }
        } deliver: { first, found in
            for (place, candidates) in zip(first..., found) {
                for ways in candidates {
                    let pair = Comparison.Pair(known[place], known[ways[0].place], ways)
                    if let other = pairs[pair.best][pair.last], other.distance <= pair.distance { continue }
                    pairs[pair.best][pair.last] = pair
                }
            }
            notify(first / 2, contents.count)
        }
        return pairs.map { $0.values.sorted { ($0.distance, $0.last) < ($1.distance, $1.last) } }
    }
}
