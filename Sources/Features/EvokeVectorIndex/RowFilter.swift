package import EvokeValues

/// The rows of one index that a search may look at.
package struct RowFilter: Sendable {
    /// A bit for each row, a word for each group.
    let words: [UInt64]
}

extension VectorIndex {
    /// The rows of those photos, or of those that `filter` has left of them.
    package func filter(_ photos: PhotoSet, among filter: RowFilter? = nil) -> RowFilter {
        var words = filter?.words ?? live
        for group in words.indices {
            let first = group * IndexLayout.rowsInAGroup
            let ids = blocks.ids(first / IndexLayout.rowsInABlock) + first % IndexLayout.rowsInABlock
            var (rest, chosen) = (words[group], UInt64(0))
            while rest != 0 {
                let place = rest.trailingZeroBitCount
                rest &= rest - 1
                if photos.contains(PhotoID(ids[place])) { chosen |= 1 << UInt64(place) }
            }
            words[group] = chosen
        }
        return RowFilter(words: words)
    }

    /// All rows but some.
    func filter(without rows: [Int]) -> RowFilter {
        var words = live
        for row in rows {
            words[row / IndexLayout.rowsInAGroup] &= ~(1 << UInt64(row % IndexLayout.rowsInAGroup))
        }
        return RowFilter(words: words)
    }
}
