/// The merges of a BPE model: which pairs of tokens merge, in which order, and into which token.
struct MergeTable: Sendable {
    struct Merge {
        /// Lower ranks merge first.
        let rank: UInt32
        let result: Int32
    }

    /// Sorted, without duplicates.
    private let pairs: Table<UInt64>
    private let ranks: Table<UInt32>
    private let results: Table<Int32>

    /// Nil if the tables don't fit together.
    init?(pairs: Table<UInt64>, ranks: Table<UInt32>, results: Table<Int32>) {
        guard ranks.count == pairs.count, results.count == pairs.count else { return nil }
        self.pairs = pairs
        self.ranks = ranks
        self.results = results
    }

    func merge(of left: Int32, _ right: Int32) -> Merge? {
        let wanted = MergeTableBuilder.pair(left, right)
        let place = pairs.withUnsafeElements { pairs in
            var low = 0
            var high = pairs.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            return low < pairs.count && pairs[low] == wanted ? low : nil
        }
        return place.map { Merge(rank: ranks[$0], result: results[$0]) }
    }
}

/// Lays out the tables of a `MergeTable`. Merges are ranked in the order in which they are added; for duplicates, the
/// last one counts.
struct MergeTableBuilder {
    /// Two tokens and the token that they merge into.
    struct Merge {
        let left: Int32
        let right: Int32
        let result: Int32
    }

    private(set) var pairs: [UInt64] = []
    private(set) var ranks: [UInt32] = []
    private(set) var results: [Int32] = []

    init(_ merges: [Merge]) {
        var order = merges.indices.map { (pair: Self.pair(merges[$0].left, merges[$0].right), rank: $0) }
        order.sort { $0.pair != $1.pair ? $0.pair < $1.pair : $0.rank < $1.rank }
        for (pair, rank) in order {
            if pairs.last == pair {
                pairs.removeLast()
                ranks.removeLast()
                results.removeLast()
            }
            pairs.append(pair)
            ranks.append(UInt32(rank))
            results.append(merges[rank].result)
        }
    }

    fileprivate static func pair(_ left: Int32, _ right: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    }
}
