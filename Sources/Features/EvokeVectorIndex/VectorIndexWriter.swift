import EvokeCVectorKernels
package import EvokePorts
import EvokeSystem
package import EvokeValues

/// Changes an index; one process at a time. Nothing is visible before `commit`, and a process that ends before that
/// leaves the index unchanged.
package final class VectorIndexWriter {
    private let path: DiskPath
    /// The file being written; a different one from its path while the index is built.
    private let draft: DiskPath
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

    /// Starts a new index next to the one at `path`, which it replaces on its first commit.
    ///
    /// - Parameter seed: determines the rotation of vectors; a different one changes which few photos a search misses.
    package convenience init(
        making path: DiskPath, model: ModelID, seed: UInt64 = .random(in: .min ... .max)
    ) throws(EvokeError) {
        let draft = DiskPath(bytes: path.bytes + Array(".part".utf8))
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
    package convenience init(appendingTo index: VectorIndex, at path: DiskPath) throws(EvokeError) {
        try self.init(
            OpenFile(path, .change, doing: Self.doing), path, path, index.header, index.commit, index.kernels)
        guard commit.rows > 0 else { return }
        try block.take(file, rows: commit.rows - block.number * IndexLayout.rowsInABlock, rotation, kernels)
        written = block.rows
    }

    private init(
        _ file: OpenFile, _ path: DiskPath, _ draft: DiskPath, _ header: IndexHeader, _ commit: IndexCommit,
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
                block.setCenter(BlockDraft.mean(values + place * width, known, width, rotation, kernels))
            }
            block.append(id, values + place * width, rotation, kernels)
            commit.rows += 1
        }
    }

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
        let center = block.mean(rotation, kernels)
        block = BlockDraft(block.number + 1, layout: layout, seed: seed)
        block.setCenter(center)
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

/// A block in memory while it is filled.
final class BlockDraft {
    let layout: IndexLayout
    let number: Int
    private(set) var rows = 0
    let memory: UnsafeMutableRawBufferPointer
    private let owner: ZeroedMemory
    private let checks: IndexChecks
    /// Of one row, before they are written to columns.
    private var signs: [UInt8]

    init(_ number: Int, layout: IndexLayout, seed: UInt64) {
        self.layout = layout
        self.number = number
        checks = IndexChecks(layout: layout, seed: seed)
        signs = [UInt8](repeating: 0, count: layout.signBytes)
        owner = ZeroedMemory(layout.blockBytes)
        memory = owner.bytes
    }

    var isFull: Bool { rows == IndexLayout.rowsInABlock }

    /// Takes over existing rows of a file. Rows not yet covered by a group's checksum are encoded again.
    func take(
        _ file: OpenFile, rows: Int, _ rotation: Rotation, _ kernels: Kernels
    ) throws(EvokeError) {
        try file.read(memory, at: layout.start(ofBlock: number))
        self.rows = rows - rows % IndexLayout.rowsInAGroup
        while self.rows < rows {
            let id = area(layout.ids, of: Int64.self)[self.rows]
            let halfFloats = area(layout.halfFloats, of: UInt16.self) + self.rows * layout.dimensions
            append(
                PhotoID(id), Array(UnsafeBufferPointer(start: halfFloats, count: layout.dimensions)), rotation, kernels)
        }
    }

    func setCenter(_ center: [Float]) {
        area(layout.center, of: Float.self).update(from: center, count: layout.width)
        area(layout.centerCheck, of: UInt64.self).pointee = checks.center(number, inBlockAt: memory.baseAddress!)
    }

    /// The mean of its rows, rotated.
    func mean(_ rotation: Rotation, _ kernels: Kernels) -> [Float] {
        Self.mean(UnsafePointer(area(layout.halfFloats, of: UInt16.self)), rows, layout.dimensions, rotation, kernels)
    }

    static func mean(
        _ halfFloats: UnsafePointer<UInt16>, _ rows: Int, _ dimensions: Int, _ rotation: Rotation, _ kernels: Kernels
    ) -> [Float] {
        var mean = [Float](repeating: 0, count: dimensions)
        kernels.functions.pointee.mean(halfFloats, rows, dimensions, &mean)
        // Any center works, as long as its values are finite.
        return rotation(mean.map { $0.isFinite ? $0 : 0 }, kernels)
    }

    /// Adds a row; the block must not be full, and must have its center.
    func append(
        _ id: PhotoID, _ values: UnsafePointer<UInt16>, _ rotation: Rotation, _ kernels: Kernels
    ) {
        let row = rows
        let absolute = number * IndexLayout.rowsInABlock + row
        var (head, factor) = (RowHead(), Float(0))
        let codes = area(layout.codes, of: Int8.self) + row * layout.bytesOfCodes
        kernels.functions.pointee.encode(
            values, layout.dimensions, layout.width, rotation.signs, area(layout.center, of: Float.self), &signs, codes,
            &head.scale, &factor)
        let group = row / IndexLayout.rowsInAGroup
        let columns =
            area(layout.signs, of: UInt8.self) + group * layout.signBytesOfAGroup + row % IndexLayout.rowsInAGroup
        for (column, byte) in signs.enumerated() { columns[column * IndexLayout.rowsInAGroup] = byte }
        let halfFloats = area(layout.halfFloats, of: UInt16.self) + row * layout.dimensions
        halfFloats.update(from: values, count: layout.dimensions)
        head.codeCheck = checks.codes(codes, scale: head.scale, row: absolute)
        head.halfCheck = checks.halfFloats(halfFloats, id: id, row: absolute)
        UnsafeMutableRawPointer(codes + layout.width).storeBytes(of: head, as: RowHead.self)
        area(layout.factors, of: UInt16.self)[row] = UInt16(truncatingIfNeeded: factor.bitPattern >> 16)
        area(layout.ids, of: Int64.self)[row] = id.value
        rows += 1
        if rows.isMultiple(of: IndexLayout.rowsInAGroup) {
            let whole = number * IndexLayout.groupsInABlock + group
            area(layout.groupChecks, of: UInt64.self)[group] = checks.group(whole, inBlockAt: memory.baseAddress!)
        }
    }

    /// The byte ranges of the block that changed from row `first` on.
    func changes(from first: Int) -> [Range<Int>] {
        func rows(_ offset: Int, _ bytes: Int) -> Range<Int> { offset + first * bytes..<offset + self.rows * bytes }
        let group = first / IndexLayout.rowsInAGroup
        let groups = (self.rows + IndexLayout.rowsInAGroup - 1) / IndexLayout.rowsInAGroup
        let parts = [
            layout.signs + group * layout.signBytesOfAGroup..<layout.signs + groups * layout.signBytesOfAGroup,
            rows(layout.factors, 2), rows(layout.ids, 8),
            layout.groupChecks + 8 * group..<layout.groupChecks + 8 * groups,
            rows(layout.codes, layout.bytesOfCodes),
            rows(layout.halfFloats, 2 * layout.dimensions),
        ]
        return first == 0 ? parts + [layout.center..<layout.removals] : parts
    }

    private func area<Element>(_ offset: Int, of type: Element.Type) -> UnsafeMutablePointer<Element> {
        (memory.baseAddress! + offset).assumingMemoryBound(to: type)
    }
}
