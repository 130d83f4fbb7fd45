import EvokeCVectorKernels
package import EvokePorts
package import EvokeValues

extension VectorIndex {
    /// Up to this many rows are scored exactly.
    private static let fewRows = 2_048
    /// Queries that share a pass, whose data for them fits in a core's cache.
    private static let queriesInAPass = 8
    /// The number of blocks that justify waking another thread: a quarter of a million rows.
    private static let blocksForAThread = 32
    private static let blocksOfHalfFloatsForAThread = 4
    /// Rows to read without mapping; more are faster to read from memory.
    private static let rowsToRead = 512

    /// For each query, the best `count` photos, best first; ties are ordered by the photos' numbers. Scores are exact.
    /// With `exactly`, compares every photo instead of scanning sign bits.
    package func search(
        _ queries: [Embedding], top count: Int, among filter: RowFilter? = nil, exactly: Bool = false
    ) async throws -> [[VectorMatch]] {
        try model.check(queries)
        let allowed = filter?.words ?? live
        precondition(allowed.count == live.count, "the filter belongs to another state")
        let count = min(count, blocks.rows)
        guard count > 0 else { return queries.map { _ in [] } }
        let isExact = exactly || blocks.rows <= max(Self.fewRows, 2 * count)
        let answers =
            isExact
            ? try await searchExactly(queries.map(\.values), top: count, allowed)
            : try await searchInPasses(queries.map(\.values), top: count, allowed)
        try blocks.file.checkNothingIsLost()
        return answers
    }

    private func searchInPasses(_ queries: [[Float]], top: Int, _ allowed: [UInt64]) async throws -> [[VectorMatch]] {
        var answers: [[VectorMatch]] = []
        for start in stride(from: 0, to: queries.count, by: Self.queriesInAPass) {
            let pass = Array(queries[start..<min(start + Self.queriesInAPass, queries.count)])
            answers += try await searchSignBits(pass, top: top, allowed)
        }
        return answers
    }

    private func searchSignBits(_ queries: [[Float]], top: Int, _ allowed: [UInt64]) async throws -> [[VectorMatch]] {
        let prepared = queries.map { PreparedQuery($0, rotation: rotation, kernels: kernels) }
        let floors = prepared.map { _ in SharedFloor() }
        let parts = try await threads.split(
            0..<IndexLayout.blocks(for: blocks.wholeGroups * IndexLayout.rowsInAGroup), least: Self.blocksForAThread
        ) { [self] part in
            try allowed.withUnsafeBufferPointer { allowed in
                var scan = SignBitScan(self, allowed, part)
                scan.run(prepared)
                return try prepared.indices.map { try scan.candidates(prepared[$0], $0, top: top, floors[$0]) }
            }
        }
        return try prepared.enumerated().map { place, query in
            try finish(query, parts.flatMap { $0[place] }, top: top, allowed)
        }
    }

    /// Computes exact scores for candidates.
    private func finish(
        _ query: PreparedQuery, _ candidates: [Candidate], top: Int, _ allowed: [UInt64]
    ) throws -> [VectorMatch] {
        let floor = candidates.floor(of: top)
        let rest = (blocks.wholeGroups * IndexLayout.rowsInAGroup..<blocks.rows).filter { allowed.allows($0) }
        let rows = candidates.filter { $0.score + $0.maxError >= floor }.map { Int($0.row) } + rest
        var best = TopList(capacity: top)
        try withUnsafeTemporaryAllocation(of: UInt16.self, capacity: header.dimensions) { buffer in
            for row in rows {
                var score: Float = 0
                let halfFloats =
                    rows.count > Self.rowsToRead ? try halfFloats(row) : try halfFloats(row, into: buffer.baseAddress!)
                kernels.dot(query.values, halfFloats, 1, &score)
                best.offer(VectorMatch(id: blocks.id(row), score: score))
            }
        }
        return best.sorted
    }

    /// Scores every row.
    private func searchExactly(_ queries: [[Float]], top: Int, _ allowed: [UInt64]) async throws -> [[VectorMatch]] {
        let parts = try await threads.split(0..<blocks.count, least: Self.blocksOfHalfFloatsForAThread) { [self] part in
            var boards = queries.map { _ in TopList(capacity: top) }
            var scores = [Float](repeating: 0, count: IndexLayout.rowsInABlock)
            blocks.ask(forBlock: part.lowerBound, everything: true)
            for block in part {
                blocks.ask(forBlock: block + 1, everything: true)
                // A small index was completely verified on opening.
                if !isSmall { _ = try blocks.check(block, everything: true) }
                let ids = blocks.ids(block)
                let first = block * IndexLayout.rowsInABlock
                for (place, query) in queries.enumerated() {
                    kernels.dot(query, blocks.halfFloats(block), blocks.rows(in: block), &scores)
                    for row in 0..<blocks.rows(in: block) where allowed.allows(first + row) {
                        boards[place].offer(VectorMatch(id: PhotoID(ids[row]), score: scores[row]))
                    }
                }
            }
            return boards
        }
        return queries.indices.map { place in
            var best = parts[0][place]
            for part in parts.dropFirst() { best.offer(part[place]) }
            return best.sorted
        }
    }

    /// A row in the mapped file.
    func halfFloats(_ row: Int) throws(IndexFault) -> UnsafePointer<UInt16> {
        let place = row % IndexLayout.rowsInABlock
        return try checked(blocks.halfFloats(row / IndexLayout.rowsInABlock) + place * header.dimensions, row)
    }

    private func halfFloats(
        _ row: Int, into buffer: UnsafeMutablePointer<UInt16>
    ) throws(IndexFault) -> UnsafePointer<UInt16> {
        guard blocks.file.read(2 * header.dimensions, at: blocks.offsetOfHalfFloats(row), into: buffer) else {
            throw .damaged("it is truncated")
        }
        return try checked(UnsafePointer(buffer), row)
    }

    private func checked(_ halfFloats: UnsafePointer<UInt16>, _ row: Int) throws(IndexFault) -> UnsafePointer<UInt16> {
        guard blocks.head(row).halfCheck == blocks.checks.halfFloats(halfFloats, id: blocks.id(row), row: row) else {
            throw blocks.damage(row / IndexLayout.rowsInABlock)
        }
        return halfFloats
    }
}

extension [UInt64] {
    func allows(_ row: Int) -> Bool {
        self[row / IndexLayout.rowsInAGroup] >> UInt64(row % IndexLayout.rowsInAGroup) & 1 == 1
    }
}

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
