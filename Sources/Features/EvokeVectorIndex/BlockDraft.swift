import EvokeCVectorKernels
import EvokeSystem
import EvokeValues

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

    func setCentre(_ centre: [Float]) {
        area(layout.centre, of: Float.self).update(from: centre, count: layout.width)
        area(layout.centreCheck, of: UInt64.self).pointee = checks.centre(number, inBlockAt: memory.baseAddress!)
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
            values, layout.dimensions, layout.width, rotation.signs, area(layout.centre, of: Float.self), &signs, codes,
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
        return first == 0 ? parts + [layout.centre..<layout.removals] : parts
    }

    private func area<Element>(_ offset: Int, of type: Element.Type) -> UnsafeMutablePointer<Element> {
        (memory.baseAddress! + offset).assumingMemoryBound(to: type)
    }
}
