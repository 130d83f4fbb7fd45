import EvokeValues

/// The same picture in different files: each group is measured by its best, so none is a chain.
struct SamePictures {
    private let contents: [Content]
    private let pairs: SimilarPairs

    /// - Parameter contents: the best first.
    init(_ contents: [Content], _ pairs: SimilarPairs) {
        (self.contents, self.pairs) = (contents, pairs)
    }

    /// Contents by their places; also those that are alone, the best first in each.
    func groups() -> [[Int]] {
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
}
