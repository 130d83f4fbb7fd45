package import EvokePorts
package import EvokeValues
import EvokeWorkers

/// One state of a library's vectors, in a mapped file. Others may append to the file meanwhile; a later state has to be
/// opened again.
package final class VectorIndex: Sendable {
    /// Files up to this size, in bytes, are completely verified on opening.
    private static let smallFile = 32 << 20
    /// The number of blocks that justify another thread.
    private static let blocksForAThread = 4

    let model: ModelID
    let header: IndexHeader
    let commit: IndexCommit
    let blocks: IndexBlocks
    let rotation: Rotation
    let kernels: Kernels
    let threads: SearchThreads
    /// A bit for each row that has not been removed, one word per group.
    let live: [UInt64]
    /// The highest number of a photo.
    private let highest: Int64

    package var stamp: VectorStamp { commit.stamp }
    /// The number of photos that can be found.
    package var count: Int { commit.rows - commit.removals }
    /// The size of the file.
    package let bytes: Int
    var isSmall: Bool { commit.rows * blocks.layout.bytesOfARow <= Self.smallFile }

    /// Opens a model's index and verifies everything that a scan reads, so that damage is found before it affects
    /// results. Data of single rows is verified when it is read; in a small file, immediately.
    ///
    /// What was already verified in an `earlier` state of the file is not verified again.
    package static func open(
        _ path: DiskPath, model: ModelID, threads: SearchThreads, after earlier: VectorIndex? = nil
    ) async throws -> VectorIndex {
        try await open(path, model: model, threads: threads, after: earlier, kernels: Kernels.chosen())
    }

    static func open(
        _ path: DiskPath, model: ModelID, threads: SearchThreads, after earlier: VectorIndex?, kernels: Kernels
    ) async throws -> VectorIndex {
        let index = try await threads.executor.run {
            // If the file has only grown, its mapping is reused, and pages already touched stay mapped.
            let known = earlier.flatMap { $0.blocks.file.isStill(at: path) ? $0.blocks.file : nil }
            return try VectorIndex(known ?? MappedFile(path), model, kernels, threads)
        }
        let known = earlier.map { index.isLater(than: $0) ? $0.commit.rows / IndexLayout.rowsInABlock : 0 } ?? 0
        let highest = try await index.check(from: known, everything: index.isSmall)
        return VectorIndex(index, highest: max(highest, known > 0 ? earlier?.highest ?? -1 : -1))
    }

    private init(
        _ file: MappedFile, _ model: ModelID, _ kernels: Kernels, _ threads: SearchThreads
    ) throws(IndexFault) {
        let bytes = file.bytes
        self.model = model
        header = try IndexHeader(reading: bytes)
        guard header == IndexHeader(model, seed: header.seed) else { throw .foreign("it belongs to another model") }
        guard let commit = IndexCommit.latest(in: bytes, seed: header.seed) else {
            throw .damaged("its header is damaged")
        }
        self.commit = commit
        self.bytes = bytes.count
        let layout = IndexLayout(dimensions: header.dimensions)
        guard bytes.count >= layout.fileBytes(rows: commit.rows) else { throw .damaged("it is truncated") }
        blocks = IndexBlocks(file: file, layout: layout, seed: header.seed, rows: commit.rows)
        live = try blocks.live(commit)
        rotation = Rotation(width: layout.width, seed: header.seed)
        self.kernels = kernels
        self.threads = threads
        highest = -1
    }

    private init(_ index: VectorIndex, highest: Int64) {
        model = index.model
        header = index.header
        commit = index.commit
        blocks = index.blocks
        rotation = index.rotation
        kernels = index.kernels
        threads = index.threads
        live = index.live
        bytes = index.bytes
        self.highest = highest
    }

    private func isLater(than earlier: VectorIndex) -> Bool {
        header == earlier.header && commit.generation >= earlier.commit.generation
            && blocks.file === earlier.blocks.file
    }

    /// Verifies the whole file.
    func check() async throws {
        _ = try await check(from: 0, everything: true)
    }

    private func check(from first: Int, everything: Bool) async throws -> Int64 {
        let highest = try await threads.split(first..<blocks.count, least: Self.blocksForAThread) { [blocks] part in
            var highest: Int64 = -1
            blocks.ask(forBlock: part.lowerBound, everything: everything)
            for block in part {
                blocks.ask(forBlock: block + 1, everything: everything)
                highest = max(highest, try blocks.check(block, everything: everything))
            }
            return highest
        }
        try blocks.file.checkNothingIsLost()
        return highest.max() ?? -1
    }

    /// The rows of those photos that can be found.
    func rows(of photos: Set<PhotoID>) -> [Int] {
        // Photos new to the index, as most are here, cost nothing.
        guard photos.contains(where: { $0.value <= highest }) else { return [] }
        return (0..<commit.rows).filter { live.allows($0) && photos.contains(blocks.id($0)) }
    }
}

extension VectorIndex {
    /// All photos that score at least `limit`.
    package func photos(
        atLeast limit: Float, for query: Embedding, among filter: RowFilter? = nil
    ) async throws -> PhotoSet {
        try model.check([query])
        let allowed = filter?.words ?? live
        precondition(allowed.count == live.count, "the filter belongs to another state")
        let prepared = PreparedQuery(
            query.values, rotation: rotation, kernels: kernels, caution: PreparedQuery.greatCaution)
        let whole = blocks.wholeGroups * IndexLayout.rowsInAGroup
        let parts = try await threads.split(0..<IndexLayout.blocks(for: whole), least: Self.blocksForAThread) {
            [self] part in
            try allowed.withUnsafeBufferPointer { allowed in
                var scan = SignBitScan(self, allowed, part)
                scan.run([prepared])
                let (sure, unsure) = try scan.rows(prepared, atLeast: limit)
                return try sure + unsure.filter { try score(prepared.values, $0) >= limit }
            }
        }
        let rest = try (whole..<blocks.rows).filter {
            allowed.allows($0) ? try score(prepared.values, $0) >= limit : false
        }
        let photos = PhotoSet((parts.joined() + rest).map(blocks.id))
        try blocks.file.checkNothingIsLost()
        return photos
    }

    private func score(_ query: [Float], _ row: Int) throws -> Float {
        var score: Float = 0
        kernels.dot(query, try halfFloats(row), 1, &score)
        return score
    }
}

/// An index with the changes that it lacks.
struct IndexSnapshot: Sendable {
    let index: VectorIndex
    /// The state that it represents.
    let stamp: VectorStamp
    /// The number of rows that are searched.
    let rows: Int
    /// The rows of the index that are still valid; nil for all.
    private var rest: RowFilter?
    private let ids: [PhotoID]
    private let halfFloats: [Float16]

    init(_ index: VectorIndex, _ changes: VectorChanges) {
        self.index = index
        stamp = changes.stamp
        ids = changes.ids
        halfFloats = changes.halfFloats
        let outdated = index.rows(of: changes.dropped)
        rows = index.count - outdated.count + ids.count
        rest = outdated.isEmpty ? nil : index.filter(without: outdated)
    }

    func search(_ queries: [Embedding], top count: Int, among photos: PhotoSet?) async throws -> [[VectorMatch]] {
        let found = try await index.search(queries, top: count, among: filter(photos))
        if ids.isEmpty { return found }
        return zip(queries, found).map { query, matches in
            var best = TopList(capacity: count)
            for match in matches { best.offer(match) }
            for match in self.matches(query) where photos?.contains(match.id) ?? true { best.offer(match) }
            return best.sorted
        }
    }

    func photos(atLeast limit: Float, for query: Embedding, among photos: PhotoSet?) async throws -> PhotoSet {
        var found = try await index.photos(atLeast: limit, for: query, among: filter(photos))
        for match in matches(query) where match.score >= limit && photos?.contains(match.id) ?? true {
            found.insert(match.id)
        }
        return found
    }

    private func filter(_ photos: PhotoSet?) -> RowFilter? { photos.map { index.filter($0, among: rest) } ?? rest }

    private func matches(_ query: Embedding) -> [VectorMatch] {
        var scores = [Float](repeating: 0, count: ids.count)
        halfFloats.withUnsafeBytes {
            index.kernels.dot(query.values, $0.assumingMemoryBound(to: UInt16.self).baseAddress!, ids.count, &scores)
        }
        return zip(ids, scores).map(VectorMatch.init)
    }
}

package struct SearchThreads: Sendable {
    let count: Int
    let executor: BlockingExecutor

    package init(count: Int) {
        self.count = count
        executor = BlockingExecutor(width: count)
    }

    /// Splits `range` into as many parts as there are threads, none with fewer than `least`, and returns their results
    /// in order.
    func split<Result: Sendable>(
        _ range: Range<Int>, least: Int, _ body: @escaping @Sendable (Range<Int>) throws -> Result
    ) async throws -> [Result] {
        let parts = max(1, min(count, range.count / max(1, least)))
        if parts == 1 { return [try await executor.run { try body(range) }] }
        return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for part in 0..<parts {
                let start = range.lowerBound + range.count * part / parts
                let end = range.lowerBound + range.count * (part + 1) / parts
                group.addTask { (part, try await executor.run { try body(start..<end) }) }
            }
            var results: [Result?] = Array(repeating: nil, count: parts)
            for try await (part, result) in group { results[part] = result }
            return results.compactMap { $0 }
        }
    }
}
