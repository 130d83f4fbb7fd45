import EvokeValues

/// Groups of the same picture in different files. Members must resemble the best and most of the group, so that groups
/// don't become chains.
struct SamePictures {
    private let contents: [Content]
    private let pairs: SimilarPairs

    /// - Parameter contents: best first.
    init(_ contents: [Content], _ pairs: SimilarPairs) {
        (self.contents, self.pairs) = (contents, pairs)
    }

    /// Indices of contents, best first in each group, including groups of one.
    func groups() -> [[Int]] {
        var groups = aroundTheBest()
        var numbers = [Int](repeating: 0, count: contents.count)
        for (number, group) in groups.enumerated() { for place in group { numbers[place] = number } }
        // A cropped picture may resemble every copy but the best.
        for number in groups.indices.reversed() {
            guard let other = joined(groups[number], of: groups, numbers) else { continue }
            for place in groups[number] { numbers[place] = other }
            groups[other] = (groups[other] + groups[number]).sorted()
            groups[number] = []
        }
        return groups.filter { !$0.isEmpty }
    }

    private func aroundTheBest() -> [[Int]] {
        var isTaken = [Bool](repeating: false, count: contents.count)
        var groups: [[Int]] = []
        for place in contents.indices where !isTaken[place] {
            var group = [place]
            for other in pairs.others(of: place, .samePicture) where other > place && !isTaken[other] {
                guard !group.contains(where: { contents[$0].isOtherShot(than: contents[other]) }) else { continue }
                isTaken[other] = true
                group.append(other)
            }
            groups.append(group)
        }
        return groups
    }

    /// Returns a better group that shares at least half of all pairs with this one. If a camera dated the picture, it
    /// may be another shot, so only the best decides.
    private func joined(_ group: [Int], of groups: [[Int]], _ numbers: [Int]) -> Int? {
        var found: [Int: Int] = [:]
        for place in group {
            for other in pairs.others(of: place, .samePicture) where numbers[other] < numbers[place] {
                found[numbers[other], default: 0] += 1
            }
        }
        return found.filter { number, count in
            2 * count >= group.count * groups[number].count
                && (group + groups[number]).allSatisfy { contents[$0].shot == contents[group[0]].shot }
        }.keys.min()
    }
}
