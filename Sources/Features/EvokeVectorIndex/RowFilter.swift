package import EvokeValues

/// The rows of an index that a search may consider.
package struct RowFilter: Sendable {
    /// A bit for each row, one word per group.
    let words: [UInt64]
}

extension VectorIndex {
    /// The rows of these photos, restricted to `filter` if given.
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

    /// All rows except these.
    func filter(without rows: [Int]) -> RowFilter {
        var words = live
        for row in rows {
            words[row / IndexLayout.rowsInAGroup] &= ~(1 << UInt64(row % IndexLayout.rowsInAGroup))
        }
        return RowFilter(words: words)
    }
}
