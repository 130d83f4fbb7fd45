/// A word while its pieces are merged. Reused for the next word to save allocations.
struct MergeScratch {
    private struct Symbol {
        /// -1 once the symbol has been merged into the previous one.
        var id: Int32
        /// Indices of adjacent symbols; -1 and the count at the ends.
        var previous: Int32
        var next: Int32
    }

    /// A pair that could be merged.
    private struct Candidate {
        /// The merge's rank, then the index of the left symbol; the lowest goes first.
        let order: UInt64
        let result: Int32
    }

    private var symbols: [Symbol] = []
    /// A binary heap.
    private var candidates: [Candidate] = []

    mutating func removeAll() {
        symbols.removeAll(keepingCapacity: true)
        candidates.removeAll(keepingCapacity: true)
    }

    mutating func append(_ id: Int32) {
        let place = Int32(symbols.count)
        symbols.append(Symbol(id: id, previous: place - 1, next: place + 1))
    }

    func appendIDs(to ids: inout [Int32]) {
        for symbol in symbols where symbol.id >= 0 { ids.append(symbol.id) }
    }

    /// Merges pairs until none is left: lowest rank first, then leftmost.
    mutating func mergeAll(by merges: MergeTable) {
        for place in symbols.indices.dropLast() { offer(place, place + 1, merges) }
        while let candidate = popFirst() {
            let place = Int(truncatingIfNeeded: candidate.order & 0xFFFF_FFFF)
            let left = symbols[place]
            // Either symbol may have been merged since.
            guard left.id >= 0, left.next < symbols.count else { continue }
            let right = symbols[Int(left.next)]
            guard merges.merge(of: left.id, right.id)?.result == candidate.result else { continue }

            symbols[place].id = candidate.result
            symbols[place].next = right.next
            symbols[Int(left.next)].id = -1
            if right.next < symbols.count { symbols[Int(right.next)].previous = Int32(place) }
            if left.previous >= 0 { offer(Int(left.previous), place, merges) }
            if right.next < symbols.count { offer(place, Int(right.next), merges) }
        }
    }

    private mutating func offer(_ left: Int, _ right: Int, _ merges: MergeTable) {
        guard let merge = merges.merge(of: symbols[left].id, symbols[right].id) else { return }
        candidates.append(Candidate(order: UInt64(merge.rank) << 32 | UInt64(left), result: merge.result))
        var place = candidates.count - 1
        while place > 0, case let parent = (place - 1) / 2, candidates[place].order < candidates[parent].order {
            candidates.swapAt(place, parent)
            place = parent
        }
    }

    private mutating func popFirst() -> Candidate? {
        guard let last = candidates.popLast() else { return nil }
        guard let first = candidates.first else { return last }
        var place = 0
        while case var child = place * 2 + 1, child < candidates.count {
            if child + 1 < candidates.count, candidates[child + 1].order < candidates[child].order { child += 1 }
            if last.order <= candidates[child].order { break }
            candidates[place] = candidates[child]
            place = child
        }
        candidates[place] = last
        return first
    }
}
