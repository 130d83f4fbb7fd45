import EvokeCVectorKernels
import EvokeValues

/// Scans the sign bits of some blocks for one or more queries, then the codes of rows that may be among the best.
struct SignBitScan {
    /// The number of rows whose codes are scored together, while they are in the processor's cache.
    private static let rowsAtOnce = 128
    /// The first few rows show whether codes are in memory. If reading waits for the disk, this many rows are requested
    /// ahead, which the disk reads in parallel.
    private static let rowsTried = 16
    private static let rowsAhead = 1_024
    /// The same for sign bits, in blocks.
    private static let blocksTried = 8
    private static let blocksAhead = 8
    /// The first floor is determined from this many times the requested rows, so that a few bad ones hardly matter.
    private static let rowsForAFloor = 2
    private static let leastForAFloor = 64
    /// This many times as many rows then raise the floor, so that fewer others are examined. With few others, another
    /// pass over the groups isn't worthwhile.
    private static let rowsForTheNextFloor = 8
    private static let groupsForTheNextFloor = 4_096
    /// Up to this many allowed rows per group, on average, reading their codes is faster than scanning sign bits.
    private static let fewRowsInAGroup = 2

    private let index: VectorIndex
    private let blocks: IndexBlocks
    private let allowed: UnsafeBufferPointer<UInt64>
    private let part: Range<Int>
    private let groups: Range<Int>
    /// Whether so few rows are allowed that sign bits are not scanned.
    private let isSparse: Bool
    /// For each query: the counts of all rows, the best bound of each group, and the score of the block's center.
    private var counts: [[UInt16]] = []
    private var best: [[Float]] = []
    private var bases: [[Float]] = []

    init(_ index: VectorIndex, _ allowed: UnsafeBufferPointer<UInt64>, _ part: Range<Int>) {
        self.index = index
        blocks = index.blocks
        self.allowed = allowed
        self.part = part
        let inABlock = IndexLayout.groupsInABlock
        groups = (part.lowerBound * inABlock..<part.upperBound * inABlock).clamped(to: 0..<blocks.wholeGroups)
        var (rows, groupsWithSome) = (0, 0)
        for word in allowed[groups] where word != 0 {
            rows += word.nonzeroBitCount
            groupsWithSome += 1
            // Treated as without a filter from here on, so the rest need not be counted.
            if rows > Self.fewRowsInAGroup * groups.count { break }
        }
        isSparse = rows <= Self.fewRowsInAGroup * groupsWithSome
    }

    mutating func run(_ queries: [PreparedQuery]) {
        bases = queries.map { query in part.map { Kernels.dot(query.rotated, blocks.center($0)) } }
        guard !isSparse else { return }
        let rows = groups.count * IndexLayout.rowsInAGroup
        counts = queries.map { _ in [UInt16](unsafeUninitializedCapacity: rows) { $1 = rows } }
        best = queries.map { _ in [Float](unsafeUninitializedCapacity: groups.count) { $1 = groups.count } }
        let functions = index.kernels.functions.pointee
        let waits = MappedFile.waits
        var isAsking = false
        for block in part {
            if !isAsking, (block - part.lowerBound) % Self.blocksTried == 1, MappedFile.waits > waits {
                for ahead in 0..<Self.blocksAhead { blocks.ask(forBlock: block + ahead) }
                isAsking = true
            }
            if isAsking { blocks.ask(forBlock: block + Self.blocksAhead) }
            let first = block * IndexLayout.groupsInABlock
            let number = min(groups.upperBound - first, IndexLayout.groupsInABlock)
            let words = allowed.baseAddress! + first
            for (place, query) in queries.enumerated() {
                let base = bases[place][block - part.lowerBound]
                counts[place].withUnsafeMutableBufferPointer { counts in
                    best[place].withUnsafeMutableBufferPointer { best in
                        let counts = counts.baseAddress! + (first - groups.lowerBound) * IndexLayout.rowsInAGroup
                        functions.count_bits(
                            query.table, blocks.signs(block), blocks.layout.signBytes, words, number, counts)
                        functions.best_of_groups(
                            counts, blocks.factors(block), words, number, base, query.reach, query.step,
                            best.baseAddress! + first - groups.lowerBound)
                    }
                }
            }
        }
    }

    /// The rows that may be among the best `top`, according to their codes.
    func candidates(_ query: PreparedQuery, _ place: Int, top: Int, _ shared: SharedFloor) throws -> [Candidate] {
        if isSparse {
            let found = try scored(query, allowedRows, bases[place])
            let floor = shared.raise(to: found.floor(of: top))
            return found.filter { $0.score + $0.maxError >= floor }
        }
        let wanted = max(Self.rowsForAFloor * top, Self.leastForAFloor)
        var order = best[place]
        var found: [Candidate] = []
        var (floor, seen) = (-Float.infinity, Float.infinity)
        let next = order.count < Self.groupsForTheNextFloor ? .max : Self.rowsForTheNextFloor * wanted
        for number in [wanted, next, .max] {
            let limit = max(floor, order.count > number ? order.largest(number) : -.infinity)
            guard limit < seen else { break }
            found += try scored(query, rows(query, place, from: limit, below: seen), bases[place])
            floor = shared.raise(to: found.floor(of: top))
            seen = limit
        }
        return found.filter { $0.score + $0.maxError >= floor }
    }

    /// For a single query, the rows that score at least `limit` according to their codes, and those that may.
    func rows(_ query: PreparedQuery, atLeast limit: Float) throws -> (sure: [Int], unsure: [Int]) {
        let near = isSparse ? allowedRows : rows(query, 0, from: limit, below: .infinity)
        let found = try scored(query, near, bases[0])
            .filter { $0.score + $0.maxError >= limit }
        let sure = found.filter { $0.score - $0.maxError >= limit }
        let unsure = found.filter { $0.score - $0.maxError < limit }
        return (sure.map { Int($0.row) }, unsure.map { Int($0.row) })
    }

    private var allowedRows: [UInt32] {
        var rows: [UInt32] = []
        for group in groups {
            var chosen = allowed[group]
            while chosen != 0 {
                rows.append(UInt32(group * IndexLayout.rowsInAGroup + chosen.trailingZeroBitCount))
                chosen &= chosen - 1
            }
        }
        return rows
    }

    /// The allowed rows with bounds from `limit` up to but excluding `top`.
    private func rows(_ query: PreparedQuery, _ place: Int, from limit: Float, below top: Float) -> [UInt32] {
        let above = index.kernels.functions.pointee.rows_above
        var rows: [UInt32] = []
        counts[place].withUnsafeBufferPointer { counts in
            for (offset, best) in best[place].enumerated() where best >= limit {
                let group = groups.lowerBound + offset
                let block = group / IndexLayout.groupsInABlock
                let counts = counts.baseAddress! + offset * IndexLayout.rowsInAGroup
                let factors =
                    blocks.factors(block) + group % IndexLayout.groupsInABlock * IndexLayout.rowsInAGroup
                let base = bases[place][block - part.lowerBound]
                var chosen = allowed[group] & above(counts, factors, base, query.reach, query.step, limit)
                if best >= top { chosen &= ~above(counts, factors, base, query.reach, query.step, top) }
                while chosen != 0 {
                    rows.append(UInt32(group * IndexLayout.rowsInAGroup + chosen.trailingZeroBitCount))
                    chosen &= chosen - 1
                }
            }
        }
        return rows
    }

    /// The second pass: eight bits of each value.
    private func scored(_ query: PreparedQuery, _ rows: [UInt32], _ bases: [Float]) throws -> [Candidate] {
        var candidates: [Candidate] = []
        candidates.reserveCapacity(rows.count)
        var sums = [Int32](repeating: 0, count: Self.rowsAtOnce)
        let waits = MappedFile.waits
        var (start, asked) = (0, 0)
        while start < rows.count {
            let few = rows[start..<min(start + (start == 0 ? Self.rowsTried : Self.rowsAtOnce), rows.count)]
            let codes = few.map { blocks.codes(Int($0)) }
            codes.withUnsafeBufferPointer {
                index.kernels.functions.pointee.dot_i8(
                    query.words, $0.baseAddress!, few.count, blocks.layout.width, &sums)
            }
            for (place, row) in few.enumerated() {
                let block = Int(row) / IndexLayout.rowsInABlock
                let head = blocks.head(Int(row))
                guard head.codeCheck == blocks.checks.codes(codes[place], scale: head.scale, row: Int(row)) else {
                    throw blocks.damage(block)
                }
                let base = bases[block - part.lowerBound]
                candidates.append(
                    Candidate(
                        row: row, score: base + head.scale * query.wordStep * Float(sums[place]),
                        maxError: head.scale * query.maxError))
            }
            start = few.endIndex
            guard asked > 0 || MappedFile.waits > waits else { continue }
            let ahead = min(start + Self.rowsAhead, rows.count)
            for row in rows[max(start, asked)..<ahead] { blocks.ask(forCodesOf: Int(row)) }
            asked = ahead
        }
        return candidates
    }
}

/// A query in the forms that both passes read.
struct PreparedQuery: Sendable {
    /// The margin for a row's true score above its sign-bit estimate, in standard deviations; one in a thousand exceeds
    /// it.
    static let usualCaution: Float = 3
    /// One in three million exceeds this.
    static let greatCaution: Float = 5
    /// The deviation of an estimate is this times the row's factor and the query's length. It follows from the angle
    /// between sign bits and values, which hardly varies once vectors are rotated: √((π/2 − 1) · 2/π) for the sign
    /// bits, plus a little for the query's quantization.
    private static let deviation: Float = 0.612
    /// The optimal step between sixteen levels for normally distributed values, such as rotated ones.
    private static let stepOfLevels: Float = 0.335
    /// The margin for rounding errors of codes, in standard deviations of a step; added to a score by codes to exceed
    /// the true score.
    private static let stepsOfError: Float = 1.25
    private static let mostOfAWord: Float = 2_047

    let values: [Float]
    let rotated: [Float]
    /// The sums for each value of each half byte of a row's sign bits.
    let table: [UInt8]
    let words: [Int16]
    let wordStep: Float
    /// The maximum error of a score by codes, per unit of the row's scale.
    let maxError: Float
    let step: Float
    let reach: Float

    init(_ values: [Float], rotation: Rotation, kernels: Kernels, caution: Float = usualCaution) {
        self.values = values
        rotated = rotation(values, kernels)
        var (squares, top) = (Float(0), Float(0))
        for value in rotated {
            squares += value * value
            top = max(top, abs(value))
        }
        let length = squares.squareRoot()
        let step = max(Self.stepOfLevels * length / Float(rotation.width).squareRoot(), .leastNormalMagnitude)
        table = Self.table(rotated, step)
        self.step = step
        reach = step * Float(EVOKE_TOP_LEVEL) / 2 * Float(rotation.width) + caution * Self.deviation * length
        let wordStep = max(top / Self.mostOfAWord, .leastNormalMagnitude)
        words = rotated.map { Int16(nearest: $0 / wordStep) }
        self.wordStep = wordStep
        maxError = Self.stepsOfError * length
    }

    private static func table(_ values: [Float], _ step: Float) -> [UInt8] {
        let most = Float(EVOKE_TOP_LEVEL)
        return [UInt8](unsafeUninitializedCapacity: 4 * values.count) { table, count in
            for start in stride(from: 0, to: values.count, by: 4) {
                let sums = UnsafeMutableBufferPointer(rebasing: table[(4 * start)..<(4 * start + 16)])
                sums[0] = 0
                for place in 0..<4 {
                    let level = UInt8(
                        nearest: min((values[start + place] / step + (most + 1) / 2).rounded(.down), most))
                    // Treats the bit as the highest so far: adds its contribution to all sums below it.
                    for bits in 0..<(1 << place) {
                        sums[bits + (1 << place)] = sums[bits] + UInt8(EVOKE_TOP_LEVEL) - level
                        sums[bits] += level
                    }
                }
            }
            count = 4 * values.count
        }
    }
}
