import EvokeSystem
package import EvokeValues

/// Changes an index; one process at a time. Nothing is visible before `commit`, and a process that ends before that
/// leaves the index unchanged.
package final class VectorIndexWriter {
    private let path: FilePath
    /// The file being written; a different one from its path while the index is built.
    private let draft: FilePath
    private let file: OpenFile
    private let layout: IndexLayout
    private let seed: UInt64
    private let rotation: Rotation
    private let kernels: Kernels
    private let checks: IndexChecks
    private var commit: IndexCommit
    private var block: BlockDraft
    private var isInPlace: Bool
    /// The number of the block's rows that are in the file.
    private var written: Int

    package var stamp: VectorStamp { commit.stamp }

    /// Starts a new index next to the one at `path`, which it replaces on its first commit.
    ///
    /// - Parameter seed: determines the rotation of vectors; a different one changes which few photos a search misses.
    package convenience init(
        making path: FilePath, model: ModelID, seed: UInt64 = .random(in: .min ... .max)
    ) throws(EvokeError) {
        let draft = FilePath(bytes: path.bytes + Array(".part".utf8))
        // A leftover from a process that ended.
        FileSystem.remove(draft)
        let header = IndexHeader(model, seed: seed)
        try self.init(
            OpenFile(draft, .make, doing: Self.doing), path, draft, header, IndexCommit(), Kernels.chosen())
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: IndexLayout.headerBytes, alignment: 64)
        defer { bytes.deallocate() }
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        header.write(to: bytes)
        try file.write(UnsafeRawBufferPointer(bytes), at: 0)
    }

    /// Continues an open index, which must be in its latest state.
    package convenience init(appendingTo index: VectorIndex, at path: FilePath) throws(EvokeError) {
        try self.init(
            OpenFile(path, .change, doing: Self.doing), path, path, index.header, index.commit, index.kernels)
        guard commit.rows > 0 else { return }
        try block.take(file, rows: commit.rows - block.number * IndexLayout.rowsInABlock, rotation, kernels)
        written = block.rows
    }

    private init(
        _ file: OpenFile, _ path: FilePath, _ draft: FilePath, _ header: IndexHeader, _ commit: IndexCommit,
        _ kernels: Kernels
    ) {
        self.file = file
        self.path = path
        self.draft = draft
        isInPlace = draft == path
        layout = IndexLayout(dimensions: header.dimensions)
        seed = header.seed
        rotation = Rotation(width: layout.width, seed: seed)
        self.kernels = kernels
        checks = IndexChecks(layout: layout, seed: seed)
        self.commit = commit
        // The last block with rows, even if it is full, because the next one is centered on its mean.
        block = BlockDraft(max(0, commit.rows - 1) / IndexLayout.rowsInABlock, layout: layout, seed: seed)
        written = 0
    }

    /// Adds rows; those with values that are not finite, from a damaged library, are skipped.
    package func append(_ ids: [PhotoID], _ halfFloats: UnsafeBufferPointer<Float16>) throws(EvokeError) {
        precondition(halfFloats.count == ids.count * layout.dimensions)
        let width = layout.dimensions
        let values = UnsafeRawPointer(halfFloats.baseAddress!).assumingMemoryBound(to: UInt16.self)
        for (place, id) in ids.enumerated() {
            let row = UnsafeBufferPointer(rebasing: halfFloats[place * width..<(place + 1) * width])
            guard row.allSatisfy(\.isFinite) else { continue }
            if block.isFull { try turnOver() }
            // Each block is centered on the mean of the previous one, so that centers never lag far behind; the first
            // on the available rows.
            if block.number == 0, block.rows == 0 {
                let known = min(ids.count - place, IndexLayout.rowsInABlock)
                block.setCentre(BlockDraft.mean(values + place * width, known, width, rotation, kernels))
            }
            block.append(id, values + place * width, rotation, kernels)
            commit.rows += 1
        }
    }

    /// Removes rows.
    package func remove(_ rows: [Int]) throws(EvokeError) {
        for row in rows {
            let number = commit.removals
            commit.removalCheck &+= checks.removal(UInt32(row), number: number)
            commit.removals += 1
            let (home, place) = number.quotientAndRemainder(dividingBy: IndexLayout.rowsInABlock)
            try withUnsafeBytes(of: UInt32(row).littleEndian) { bytes throws(EvokeError) in
                try file.write(bytes, at: layout.start(ofBlock: home) + layout.removals + 4 * place)
            }
        }
    }

    /// Makes all changes visible and durable. The index is then in the state `stamp`.
    package func commit(_ stamp: VectorStamp) throws(EvokeError) {
        try write()
        try file.syncContent()
        commit.generation += 1
        commit.stamp = stamp
        let offset = IndexCommit.offsets[Int(commit.generation % 2)]
        try file.write(commit.bytes(seed: seed), at: offset)
        try file.syncContent()
        guard !isInPlace else { return }
        try FileSystem.move(draft, to: path, doing: Self.doing)
        isInPlace = true
    }

    /// If a draft cannot be removed, nothing else is affected.
    deinit {
        if !isInPlace { FileSystem.remove(draft) }
    }

    private static let doing = "write the search index"

    private func turnOver() throws(EvokeError) {
        try write()
        let centre = block.mean(rotation, kernels)
        block = BlockDraft(block.number + 1, layout: layout, seed: seed)
        block.setCentre(centre)
        written = 0
    }

    private func write() throws(EvokeError) {
        guard block.rows > written else { return }
        // The file ends with the block, so that no part is beyond its end.
        if written == 0 { try file.setSize(layout.fileBytes(rows: commit.rows)) }
        for part in block.changes(from: written) {
            let bytes = UnsafeRawBufferPointer(rebasing: block.memory[part])
            try file.write(bytes, at: layout.start(ofBlock: block.number) + part.lowerBound)
        }
        written = block.rows
    }
}
