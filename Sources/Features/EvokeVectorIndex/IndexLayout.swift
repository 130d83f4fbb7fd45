import EvokeCVectorKernels

/// The layout of an index with that many dimensions. The file has a header, followed by blocks of 4,096 rows. A block
/// has an area for each kind of data, so that what a query reads of all rows is contiguous.
struct IndexLayout: Sendable, Equatable {
    static let rowsInABlock = 4_096
    static let rowsInAGroup = Int(EVOKE_GROUP)
    static let groupsInABlock = rowsInABlock / rowsInAGroup
    static let headerBytes = 1 << 16
    static let mostDimensions = Int(EVOKE_MOST_DIMENSIONS)
    /// The amount that the system maps when a page is first touched. Areas aligned to it don't load parts of their
    /// neighbors.
    private static let window = 1 << 16

    let dimensions: Int
    /// The number of dimensions for rotation.
    let width: Int

    // Offsets within a block, in file order.
    let signs = 0
    /// Two bytes per row: the scale of its sign bits.
    let factors: Int
    let ids: Int
    let groupChecks: Int
    let centre: Int
    let centreCheck: Int
    /// The numbers of removed rows in order of removal, for the whole index, not just this block.
    let removals: Int
    /// Each row's codes, followed by its `RowHead`.
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
    /// Everything stored for a row, excluding its share of the block's data.
    var bytesOfARow: Int { signBytes + bytesOfCodes + 2 * dimensions + 14 }
    var signBytesOfAGroup: Int { Self.rowsInAGroup * signBytes }

    static func isPossible(dimensions: Int) -> Bool { (1...mostDimensions).contains(dimensions) }

    func start(ofBlock block: Int) -> Int { Self.headerBytes + block * blockBytes }

    static func blocks(for rows: Int) -> Int { (rows + rowsInABlock - 1) / rowsInABlock }

    /// The minimum size of a file with that many rows.
    func fileBytes(rows: Int) -> Int { start(ofBlock: Self.blocks(for: rows)) }
}

/// What follows a row's codes.
struct RowHead {
    var scale: Float = 0
    var codeCheck: UInt32 = 0
    var halfCheck: UInt32 = 0
}
