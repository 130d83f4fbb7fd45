import EvokeValues

/// Shots of one moment. Of a picture that is there several times, the best alone counts.
struct Moments {
    /// A burst lasts no longer from its best shot on, in seconds.
    private static let longest: Int64 = 5
    /// The shots after one that it is compared with.
    private static let most = 100
    /// So many pairs are compared together.
    private static let together = 1_024

    private let contents: [Content]
    private let pictures: SamePictures.Result
    private let comparison: Comparison

    init(_ contents: [Content], _ pictures: SamePictures.Result, looks: @escaping DuplicateFinder.LookReading) {
        (self.contents, self.pictures) = (contents, pictures)
        comparison = Comparison(contents, looks: looks)
    }

    /// Contents by their places, the best first in each.
    func groups() async throws -> [[Int]] {
        var alike = try await shotsAtOnce()
        let bests = pictures.groups.map { $0[0] }
        var center: [Int: Int] = [:]
        var groups: [Int: [Int]] = [:]
        func gather(_ places: [Int]) {
            for place in places where center[place] == nil {
                for other in (alike[place] ?? []).sorted() where center[other] == nil && groups[other] == nil {
                    center[other] = place
                    center[place] = place
                    groups[place, default: []].append(other)
                }
            }
        }
        gather(bests.filter { contents[$0].shot != nil })
        // Those of which nobody knows when they were taken come to the others, and then to each other.
        let (all, bursts) = (Set(bests), groups.keys.sorted())
        for burst in bursts {
            for other in (pictures.near[burst] ?? []).sorted()
            where all.contains(other) && center[other] == nil && contents[other].shot == nil {
                center[other] = burst
                groups[burst]?.append(other)
            }
        }
        alike = pictures.near.mapValues { $0.filter(all.contains) }
        for (place, others) in alike {
            alike[place] = others.filter { contents[place].shot == nil || contents[$0].shot == nil }
        }
        gather(bests)
        return groups.sorted { $0.key < $1.key }.map { [$0.key] + $0.value }
    }

    /// Of each shot, those that were taken with it and resemble it.
    private func shotsAtOnce() async throws -> [Int: Set<Int>] {
        let shots = pictures.groups.map { $0[0] }
            .compactMap { place in contents[place].shot.map { (place: place, time: $0) } }
            .filter { contents[$0.place].signature != nil }
            .sorted { ($0.time, $0.place) < ($1.time, $1.place) }
        var pairs: [Comparison.Pair] = []
        for (number, shot) in shots.enumerated() {
            for other in shots[(number + 1)...].prefix(Self.most) {
                guard other.time - shot.time <= Self.longest else { break }
                let cameras = (contents[shot.place].camera, contents[other.place].camera)
                if let one = cameras.0, let two = cameras.1, one != two { continue }
                pairs.append(Comparison.Pair(shot.place, other.place))
            }
        }
        var alike: [Int: Set<Int>] = [:]
        for first in stride(from: 0, to: pairs.count, by: Self.together) {
            try Task.checkCancellation()
            let now = Array(pairs[first..<min(first + Self.together, pairs.count)])
            for (pair, likeness) in try await comparison.likenesses(of: now) where likeness.mayBeOneMoment {
                alike[pair.first, default: []].insert(pair.second)
                alike[pair.second, default: []].insert(pair.first)
            }
        }
        return alike
    }
}
