import EvokeCVectorKernels

/// Where things lie in an index of so many dimensions. Its file is a header and then blocks of 4,096 rows; a block has
/// an area for each thing that is kept of a row, so that what a query reads of all rows lies together.
struct IndexLayout: Sendable, Equatable {
    static let rowsInABlock = 4_096
    static let rowsInAGroup = Int(EVOKE_GROUP)
    static let groupsInABlock = rowsInABlock / rowsInAGroup
    static let headerBytes = 1 << 16
    static let mostDimensions = Int(EVOKE_MOST_DIMENSIONS)
    /// What the system maps at once when a page is first touched. Areas that begin on such a border bring in nothing
    /// of their neighbours.
    private static let window = 1 << 16

    let dimensions: Int
    /// The dimensions that values are rotated among.
    let width: Int

    // Offsets in a block, in the order of the file.
    let signs = 0
    /// Half of a float each: what the signs are worth.
    let factors: Int
    let ids: Int
    let groupChecks: Int
    let centre: Int
    let centreCheck: Int
    /// The numbers of rows that were removed, in the order of their removal; the index's, not the block's.
    let removals: Int
    /// Each row's codes, and behind them its `RowHead`.
    let codes: Int
    let halfFloats: Int
    let blockBytes: Int

    init(dimensions: Int) {
        self.dimensions = dimensions
        width = (dimensions + 63) / 64 * 64
        let rows = Self.rowsInABlock
        var end = rows * width / 8
        func area(_ bytes: Int, aligned alignment: Int = 64) -> Int {
            let start = (end + alignment - 1) / alignment * alignment
            end = start + bytes
            return start
        }
        factors = area(2 * rows)
        ids = area(8 * rows)
        groupChecks = area(8 * Self.groupsInABlock)
        centre = area(4 * width)
        centreCheck = area(8)
        removals = area(4 * rows)
        codes = area(rows * (width + MemoryLayout<RowHead>.stride), aligned: Self.window)
        halfFloats = area(rows * 2 * dimensions, aligned: Self.window)
        blockBytes = area(0, aligned: Self.window)
    }

    var signBytes: Int { width / 8 }
    var bytesOfCodes: Int { width + MemoryLayout<RowHead>.stride }
    /// All that is kept of a row, but for what its block has.
    var bytesOfARow: Int { signBytes + bytesOfCodes + 2 * dimensions + 14 }
    var signBytesOfAGroup: Int { Self.rowsInAGroup * signBytes }

    static func isPossible(dimensions: Int) -> Bool { (1...mostDimensions).contains(dimensions) }

    func start(ofBlock block: Int) -> Int { Self.headerBytes + block * blockBytes }

    static func blocks(for rows: Int) -> Int { (rows + rowsInABlock - 1) / rowsInABlock }

    /// What a file of so many rows has at least.
    func fileBytes(rows: Int) -> Int { start(ofBlock: Self.blocks(for: rows)) }
}

/// What stands behind a row's codes.
struct RowHead {
    var scale: Float = 0
    var codeCheck: UInt32 = 0
    var halfCheck: UInt32 = 0
}
