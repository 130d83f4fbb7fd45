import EvokeValues

/// Shots of the same moment. If a picture exists several times, only its best version counts.
struct Moments {
    /// The longest time between a burst's best shot and any other, in seconds.
    static let longest: Int64 = 5

    private let contents: [Content]
    /// The best version of each picture, best first.
    private let bests: [Int]
    private let pairs: SimilarPairs
    private let isBest: Set<Int>

    /// - Parameter pictures: from `SamePictures`.
    init(_ contents: [Content], _ pictures: [[Int]], _ pairs: SimilarPairs) {
        (self.contents, self.pairs) = (contents, pairs)
        bests = pictures.map { $0[0] }
        isBest = Set(bests)
    }

    /// Indices of contents, best first in each group.
    func groups() -> [[Int]] {
        var taken: Set<Int> = []
        var groups: [Int: [Int]] = [:]
        func gather(_ places: [Int], _ others: (Int) -> [Int]) {
            for place in places where !taken.contains(place) {
                for other in others(place) where !taken.contains(other) && groups[other] == nil {
                    taken.formUnion([place, other])
                    groups[place, default: []].append(other)
                }
            }
        }
        gather(bests.filter { contents[$0].shot != nil }, takenTogether)
        // Those without a date are added to existing groups first, then grouped with each other.
        for burst in groups.keys.sorted() {
            for other in undated(of: burst) where !taken.contains(other) && contents[other].shot == nil {
                taken.insert(other)
                groups[burst]?.append(other)
            }
        }
        gather(bests, undated)
        return groups.sorted { $0.key < $1.key }.map { [$0.key] + $0.value }
    }

    private func takenTogether(with place: Int) -> [Int] {
        guard let shot = contents[place].shot else { return [] }
        return pairs.others(of: place, .takenTogether).filter { other in
            guard isBest.contains(other), let time = contents[other].shot, abs(time - shot) <= Self.longest else {
                return false
            }
            guard let one = contents[place].camera, let two = contents[other].camera else { return true }
            return one == two
        }
    }

    private func undated(of place: Int) -> [Int] {
        pairs.others(of: place, .oneMoment).filter { other in
            isBest.contains(other) && (contents[place].shot == nil || contents[other].shot == nil)
        }
    }
}
