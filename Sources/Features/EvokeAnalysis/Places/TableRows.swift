import EvokeValues

/// A section of the table: rows of numbers. Checks indices, so that nothing outside the file is read, whatever it
/// contains.
// Sendable because the bytes are only read, and the table they belong to outlives all users.
struct TableRows: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let width: Int
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer, width: Int) throws(EvokeError) {
        guard bytes.count.isMultiple(of: width) else { throw .damagedTable("a section has an incomplete row") }
        (self.bytes, self.width, count) = (bytes, width, bytes.count / width)
    }

    /// A 32-bit number.
    func number(_ row: Int, _ column: Int = 0) throws(EvokeError) -> UInt32 {
        guard row >= 0, row < count else { throw .damagedTable("one of its rows refers to a missing row") }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row * width + 4 * column, as: UInt32.self))
    }

    /// Binary search: the index in `0..<count` of the first row for which `isBefore` is false.
    func partition(_ isBefore: (Int) throws(EvokeError) -> Bool) throws(EvokeError) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if try isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension EvokeError {
    static func damagedTable(_ reason: String) -> EvokeError {
        EvokeError(
            .damaged, doing: "look up a place", subject: PlaceTable.fileName, reason: reason,
            remedy: "Set Evoke up again to rebuild the table of places.")
    }
}
