import EvokeCMapping
import EvokeDigests
import EvokeSystem
import EvokeValues

/// The rows of an index as stored in its file. Everything is verified before use.
struct IndexBlocks: Sendable {
    let file: MappedFile
    let layout: IndexLayout
    let seed: UInt64
    let rows: Int

    /// Complete groups; only these have valid sign bits.
    var wholeGroups: Int { rows / IndexLayout.rowsInAGroup }
    var count: Int { IndexLayout.blocks(for: rows) }

    func rows(in block: Int) -> Int { min(IndexLayout.rowsInABlock, rows - block * IndexLayout.rowsInABlock) }
    func wholeGroups(in block: Int) -> Int { rows(in: block) / IndexLayout.rowsInAGroup }

    func signs(_ block: Int) -> UnsafePointer<UInt8> { area(block, layout.signs) }
    func factors(_ block: Int) -> UnsafePointer<UInt16> { area(block, layout.factors) }
    func ids(_ block: Int) -> UnsafePointer<Int64> { area(block, layout.ids) }
    func center(_ block: Int) -> UnsafePointer<Float> { area(block, layout.center) }
    func halfFloats(_ block: Int) -> UnsafePointer<UInt16> { area(block, layout.halfFloats) }

    func id(_ row: Int) -> PhotoID {
        PhotoID(ids(row / IndexLayout.rowsInABlock)[row % IndexLayout.rowsInABlock])
    }

    func codes(_ row: Int) -> UnsafePointer<Int8> {
        area(row / IndexLayout.rowsInABlock, layout.codes) + row % IndexLayout.rowsInABlock * layout.bytesOfCodes
    }

    func head(_ row: Int) -> RowHead {
        UnsafeRawPointer(codes(row) + layout.width).load(as: RowHead.self)
    }

    /// Starts reading from disk, without waiting, what a scan needs of a block; with `everything`, the whole block.
    func ask(forBlock block: Int, everything: Bool = false) {
        guard block < count else { return }
        file.ask(for: everything ? layout.blockBytes : layout.codes, from: layout.start(ofBlock: block))
    }

    func ask(forCodesOf row: Int) {
        let start = layout.start(ofBlock: row / IndexLayout.rowsInABlock) + layout.codes
        file.ask(for: layout.bytesOfCodes, from: start + row % IndexLayout.rowsInABlock * layout.bytesOfCodes)
    }

    /// The file offset of a row's half-precision values.
    func offsetOfHalfFloats(_ row: Int) -> Int {
        layout.start(ofBlock: row / IndexLayout.rowsInABlock) + layout.halfFloats
            + row % IndexLayout.rowsInABlock * layout.dimensions * 2
    }

    private func area<Element>(_ block: Int, _ offset: Int) -> UnsafePointer<Element> {
        (file.start + layout.start(ofBlock: block) + offset).assumingMemoryBound(to: Element.self)
    }
}

/// The checksums of an index, each computed over its contents and their position.
struct IndexChecks: Sendable {
    let layout: IndexLayout
    let seed: UInt64

    func group(_ group: Int, inBlockAt block: UnsafeRawPointer) -> UInt64 {
        let place = group % IndexLayout.groupsInABlock
        let rows = IndexLayout.rowsInAGroup
        func sum(_ offset: Int, _ bytes: Int) -> UInt64 {
            Checksum.of(UnsafeRawBufferPointer(start: block + offset + place * bytes, count: bytes))
        }
        return [
            sum(layout.signs, layout.signBytesOfAGroup), sum(layout.factors, 2 * rows), sum(layout.ids, 8 * rows),
        ].withUnsafeBytes { Checksum.of($0, at: seed &+ UInt64(group)) }
    }

    func center(_ block: Int, inBlockAt start: UnsafeRawPointer) -> UInt64 {
        Checksum.of(
            UnsafeRawBufferPointer(start: start + layout.center, count: 4 * layout.width),
            at: seed &+ UInt64(block) << 32)
    }

    func codes(_ codes: UnsafePointer<Int8>, scale: Float, row: Int) -> UInt32 {
        UInt32(
            truncatingIfNeeded: Checksum.of(
                UnsafeRawBufferPointer(start: codes, count: layout.width),
                at: seed &+ UInt64(row) ^ UInt64(scale.bitPattern) << 32) >> 32)
    }

    func halfFloats(_ halfFloats: UnsafePointer<UInt16>, id: PhotoID, row: Int) -> UInt32 {
        // All bits of the number count; a rotation loses none, unlike a shift.
        let number = UInt64(bitPattern: id.value)
        return UInt32(
            truncatingIfNeeded: Checksum.of(
                UnsafeRawBufferPointer(start: halfFloats, count: 2 * layout.dimensions),
                at: seed &+ UInt64(row) ^ (number << 20 | number >> 44)) >> 32)
    }

    func removal(_ row: UInt32, number: Int) -> UInt64 {
        withUnsafeBytes(of: row.littleEndian) { Checksum.of($0, at: seed &+ UInt64(number)) }
    }
}

extension IndexBlocks {
    var checks: IndexChecks { IndexChecks(layout: layout, seed: seed) }

    /// A bit for each row that has not been removed, one word per group.
    func live(_ commit: IndexCommit) throws(IndexFault) -> [UInt64] {
        let perGroup = IndexLayout.rowsInAGroup
        var live = [UInt64](repeating: .max, count: (rows + perGroup - 1) / perGroup)
        if rows % perGroup > 0 { live[live.count - 1] = 1 << UInt64(rows % perGroup) - 1 }
        var sum: UInt64 = 0
        for number in 0..<commit.removals {
            let removals: UnsafePointer<UInt32> = area(number / IndexLayout.rowsInABlock, layout.removals)
            let row = removals[number % IndexLayout.rowsInABlock]
            sum &+= checks.removal(row, number: number)
            guard row < rows else { throw .damaged("its list of removed photos is damaged") }
            live[Int(row) / perGroup] &= ~(1 << UInt64(Int(row) % perGroup))
        }
        guard sum == commit.removalCheck else { throw .damaged("its list of removed photos is damaged") }
        return live
    }

    /// Verifies what a scan reads of a block; with `everything`, every row, too. Returns the highest number of a photo.
    func check(_ block: Int, everything: Bool) throws(IndexFault) -> Int64 {
        let start = UnsafeRawPointer(signs(block))
        let whole = wholeGroups(in: block)
        let checkOfCenter: UnsafePointer<UInt64> = area(block, layout.centerCheck)
        guard checkOfCenter.pointee == checks.center(block, inBlockAt: start) else { throw damage(block) }
        let checksOfGroups: UnsafePointer<UInt64> = area(block, layout.groupChecks)
        for place in 0..<whole {
            let group = block * IndexLayout.groupsInABlock + place
            guard checksOfGroups[place] == checks.group(group, inBlockAt: start) else { throw damage(block) }
        }
        // Rows outside a complete group only have their own checksums.
        let first = block * IndexLayout.rowsInABlock
        let alone = everything ? 0 : whole * IndexLayout.rowsInAGroup
        for row in first + alone..<first + rows(in: block) { try check(row: row) }
        let ids = ids(block)
        var highest: Int64 = -1
        for place in 0..<rows(in: block) {
            guard ids[place] >= 0 else { throw damage(block) }
            highest = max(highest, ids[place])
        }
        return highest
    }

    private func check(row: Int) throws(IndexFault) {
        let head = head(row)
        let halfFloats = halfFloats(row / IndexLayout.rowsInABlock) + row % IndexLayout.rowsInABlock * layout.dimensions
        guard head.codeCheck == checks.codes(codes(row), scale: head.scale, row: row),
            head.halfCheck == checks.halfFloats(halfFloats, id: id(row), row: row)
        else { throw damage(row / IndexLayout.rowsInABlock) }
    }

    func damage(_ block: Int) -> IndexFault {
        .damaged("its rows from \(block * IndexLayout.rowsInABlock) on are damaged")
    }
}

/// Owns a file that is mapped for reading.
// Sendable because the mapping is only read, and what others append is not read before they commit it.
final class MappedFile: @unchecked Sendable {
    let start: UnsafeRawPointer
    /// The size up to which the file may grow and still be read here.
    private let room: Int
    private let mapping: OpaquePointer
    private let file: OpenFile

    init(_ path: DiskPath) throws(IndexFault) {
        do throws(Errno) {
            file = try OpenFile(path, .readAtOnce, saying: "read the search index", of: path)
        } catch {
            throw error == .notThere ? .missing : .damaged("it cannot be opened: \(error.words)")
        }
        let size = Self.size(of: file)
        guard size >= IndexLayout.headerBytes else { throw .damaged("it is truncated") }
        // A sparse file may claim more bytes than there are addresses.
        room = 2 * min(size, 1 << 48) + 1 << 26
        guard let mapping = evoke_map(file.descriptor, room) else {
            throw .damaged("it cannot be read: \(Errno.last.words)")
        }
        self.mapping = mapping
        start = evoke_mapping_start(mapping)
    }

    deinit {
        evoke_unmap(mapping)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: min(size, room)) }

    /// Call this after reading, before using the result.
    func checkNothingIsLost() throws(IndexFault) {
        if evoke_mapping_is_lost(mapping) { throw .damaged("it was truncated, or its disk failed") }
    }

    /// Whether it is still the file at that path and fits in the mapping.
    func isStill(at path: DiskPath) -> Bool {
        !evoke_mapping_is_lost(mapping) && file.isStill(at: path) && size <= room
    }

    private var size: Int { Self.size(of: file) }

    private static func size(of file: OpenFile) -> Int {
        // Treated as damaged, and rebuilt.
        guard let status = try? file.status(), status.isFile else { return 0 }
        return Int(status.size)
    }

    /// Starts reading a part from disk, without waiting; the system doesn't read ahead by itself.
    func ask(for count: Int, from offset: Int) { evoke_mapping_ask(mapping, offset, count) }

    /// How often this thread has waited for a page of any file.
    static var waits: Int { evoke_waits_of_thread() }

    /// Reads without mapping, for data that is read once: mapped pages would stay in this process's memory.
    func read(_ count: Int, at offset: Int, into memory: UnsafeMutableRawPointer) -> Bool {
        // As above.
        (try? file.read(UnsafeMutableRawBufferPointer(start: memory, count: count), at: offset)) == count
    }
}
