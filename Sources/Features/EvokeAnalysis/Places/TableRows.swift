import EvokeValues

/// A part of the table, rows of numbers. Whatever a file says, nothing outside of it is read.
// Sendable because the bytes are only read, and the table that they are of outlives whoever asks it.
struct TableRows: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let width: Int
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer, width: Int) throws(EvokeError) {
        guard bytes.count.isMultiple(of: width) else { throw .damagedTable("a part of it has half a row") }
        (self.bytes, self.width, count) = (bytes, width, bytes.count / width)
    }

    /// A number of 32 bits.
    func number(_ row: Int, _ column: Int = 0) throws(EvokeError) -> UInt32 {
        guard row >= 0, row < count else { throw .damagedTable("a row of it names another that is not there") }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row * width + 4 * column, as: UInt32.self))
    }

    /// Where in `0..<count` the rows begin that are not before what is looked for.
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
            remedy: "Set Evoke up again, which makes the table of places anew.")
    }
}
