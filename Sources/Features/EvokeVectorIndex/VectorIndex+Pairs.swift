import EvokeCVectorKernels
package import EvokeValues

/// Two similar photos.
package struct PhotoPair: Sendable, Hashable {
    package let first: PhotoID
    package let second: PhotoID
    /// The dot product of their vectors.
    package let score: Float

    package init(first: PhotoID, second: PhotoID, score: Float) {
        self.first = first
        self.second = second
        self.score = score
    }
}

extension VectorIndex {
    /// Calls `body`, from several threads, for every two photos that score at least `limit`. Pairs are not stored,
    /// however many there are.
    package func pairs(atLeast limit: Float, _ body: @escaping @Sendable (PhotoPair) -> Void) async throws {
        let groups = live.count
        // Interleaved, because the first groups are compared with the most others.
        _ = try await threads.split(0..<threads.count, least: 1) { [self, threads] part in
            for group in part.flatMap({ stride(from: $0, to: groups, by: threads.count) }) {
                try PairScan(self, limit: limit, group: group).run(body)
            }
        }
        try blocks.file.checkNothingIsLost()
    }
}

/// Compares the rows of one group with all later rows.
private struct PairScan {
    private let index: VectorIndex
    private let blocks: IndexBlocks
    private let limit: Float
    private let group: Int

    init(_ index: VectorIndex, limit: Float, group: Int) {
        self.index = index
        blocks = index.blocks
        self.limit = limit
        self.group = group
    }

    func run(_ body: (PhotoPair) -> Void) throws {
        let rows = (group * IndexLayout.rowsInAGroup..<min((group + 1) * IndexLayout.rowsInAGroup, blocks.rows))
            .filter(index.isLive)
        let queries = try rows.map { row in
            let halfFloats = UnsafeBufferPointer(start: try index.halfFloats(row), count: blocks.layout.dimensions)
            return PreparedQuery(
                halfFloats.map { Float(Float16(bitPattern: $0)) }, rotation: index.rotation, kernels: index.kernels,
                caution: PreparedQuery.greatCaution)
        }
        var counts = [UInt16](repeating: 0, count: IndexLayout.rowsInABlock)
        var best = [Float](repeating: 0, count: IndexLayout.groupsInABlock)
        // Each block is read once for all rows of the group.
        for block in group / IndexLayout.groupsInABlock..<blocks.count {
            for (row, query) in zip(rows, queries) {
                for other in near(query, after: row, in: block, &counts, &best) {
                    if let pair = try pair(query, row, other) { body(pair) }
                }
            }
        }
    }

    /// The rows of a block after `row` that may be similar enough, according to their sign bits, or all if there are
    /// none.
    private func near(
        _ query: PreparedQuery, after row: Int, in block: Int, _ counts: inout [UInt16], _ best: inout [Float]
    ) -> [Int] {
        let start = block * IndexLayout.groupsInABlock
        let whole = start..<start + blocks.wholeGroups(in: block)
        let first = max(group, whole.lowerBound)
        let end = block * IndexLayout.rowsInABlock + blocks.rows(in: block)
        let alone = max(row + 1, whole.upperBound * IndexLayout.rowsInAGroup)
        var rows: [Int] = alone < end ? (alone..<end).filter(index.isLive) : []
        guard first < whole.upperBound else { return rows }
        let functions = index.kernels.functions.pointee
        let base = Kernels.dot(query.rotated, blocks.center(block))
        let signs = blocks.signs(block) + (first - start) * blocks.layout.signBytesOfAGroup
        let factors = blocks.factors(block) + (first - start) * IndexLayout.rowsInAGroup
        index.live.withUnsafeBufferPointer { live in
            let words = live.baseAddress! + first
            functions.count_bits(
                query.table, signs, blocks.layout.signBytes, words, whole.upperBound - first, &counts)
            functions.best_of_groups(
                counts, factors, words, whole.upperBound - first, base, query.reach, query.step, &best)
        }
        for offset in 0..<whole.upperBound - first where best[offset] >= limit {
            var chosen = counts.withUnsafeBufferPointer { counts in
                functions.rows_above(
                    counts.baseAddress! + offset * IndexLayout.rowsInAGroup,
                    factors + offset * IndexLayout.rowsInAGroup, base, query.reach, query.step, limit)
            }
            chosen &= index.live[first + offset]
            while chosen != 0 {
                let other = (first + offset) * IndexLayout.rowsInAGroup + chosen.trailingZeroBitCount
                if other > row { rows.append(other) }
                chosen &= chosen - 1
            }
        }
        return rows
    }

    private func pair(_ query: PreparedQuery, _ row: Int, _ other: Int) throws -> PhotoPair? {
        var score: Float = 0
        index.kernels.dot(query.values, try index.halfFloats(other), 1, &score)
        guard score >= limit else { return nil }
        let ids = [blocks.id(row), blocks.id(other)].sorted()
        return PhotoPair(first: ids[0], second: ids[1], score: score)
    }
}
