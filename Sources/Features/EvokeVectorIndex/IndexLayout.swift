import EvokeCVectorKernels
import EvokeDigests
import EvokePorts
import EvokeValues

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
    let center: Int
    let centerCheck: Int
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
        center = area(4 * width)
        centerCheck = area(8)
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

/// Written once, when an index is created.
struct IndexHeader: Sendable, Equatable {
    static let version: UInt32 = 1
    private static let magic = Array("EvokeVec".utf8)
    private static let bytes = 512
    private static let mostOfAFingerprint = 256

    let dimensions: Int
    let fingerprint: [UInt8]
    /// Determines the rotation of vectors, and identifies blocks of this index.
    let seed: UInt64

    init(_ model: ModelID, seed: UInt64) {
        dimensions = model.dimensions
        fingerprint = Array(model.fingerprint.utf8.prefix(Self.mostOfAFingerprint))
        self.seed = seed
    }

    func write(to memory: UnsafeMutableRawBufferPointer) {
        memory.copyBytes(from: Self.magic)
        var writer = Fields(memory: memory, place: Self.magic.count)
        writer.put(Self.version)
        writer.put(UInt32(dimensions))
        writer.put(UInt32(IndexLayout.rowsInABlock))
        writer.put(UInt32(fingerprint.count))
        writer.put(seed)
        for place in 0..<fingerprint.count { memory[writer.place + place] = fingerprint[place] }
        let check = Checksum.of(UnsafeRawBufferPointer(rebasing: memory[..<(Self.bytes - 8)]))
        memory.storeBytes(of: check.littleEndian, toByteOffset: Self.bytes - 8, as: UInt64.self)
    }

    /// Reads what the file declares, whatever was expected.
    init(reading memory: UnsafeRawBufferPointer) throws(IndexFault) {
        guard memory.count >= IndexLayout.headerBytes else { throw .damaged("it is truncated") }
        guard memory.starts(with: Self.magic) else { throw .foreign("it is not a search index") }
        var reader = FieldReader(memory: memory, place: Self.magic.count)
        let version: UInt32 = reader.take()
        guard version == Self.version else { throw .foreign("it has another format") }
        guard
            memory.loadUnaligned(fromByteOffset: Self.bytes - 8, as: UInt64.self).littleEndian
                == Checksum.of(UnsafeRawBufferPointer(rebasing: memory[..<(Self.bytes - 8)]))
        else { throw .damaged("its header is damaged") }
        dimensions = Int(reader.take() as UInt32)
        let rows: UInt32 = reader.take()
        let length = Int(reader.take() as UInt32)
        seed = reader.take()
        guard rows == IndexLayout.rowsInABlock, length <= Self.mostOfAFingerprint,
            IndexLayout.isPossible(dimensions: dimensions)
        else { throw .foreign("it has another format") }
        fingerprint = Array(memory[reader.place..<(reader.place + length)])
    }
}

/// The extent of an index. It is stored in two slots that are written alternately, so that one is always valid.
struct IndexCommit: Sendable, Equatable {
    static let offsets = [4_096, 8_192]
    static let bytes = 64

    var generation: UInt64 = 0
    var rows = 0
    var removals = 0
    var removalCheck: UInt64 = 0
    var stamp = VectorStamp(number: 0, token: 0)

    init() {}

    func bytes(seed: UInt64) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.bytes)
        bytes.withUnsafeMutableBytes { memory in
            var writer = Fields(memory: memory)
            writer.put(generation)
            writer.put(UInt64(rows))
            writer.put(UInt64(removals))
            writer.put(removalCheck)
            writer.put(UInt64(bitPattern: stamp.number))
            writer.put(UInt64(bitPattern: stamp.token))
            writer.put(Checksum.of(UnsafeRawBufferPointer(rebasing: memory[..<writer.place]), at: seed))
        }
        return bytes
    }

    /// Nil if the bytes are not a valid commit.
    init?(reading memory: UnsafeRawBufferPointer, seed: UInt64) {
        var reader = FieldReader(memory: memory)
        generation = reader.take()
        let rows: UInt64 = reader.take()
        let removals: UInt64 = reader.take()
        removalCheck = reader.take()
        let number: UInt64 = reader.take()
        let token: UInt64 = reader.take()
        let check = Checksum.of(UnsafeRawBufferPointer(rebasing: memory[..<reader.place]), at: seed)
        guard reader.take() as UInt64 == check, generation > 0, rows < UInt64(UInt32.max), removals <= rows else {
            return nil
        }
        self.rows = Int(rows)
        self.removals = Int(removals)
        stamp = VectorStamp(number: Int64(bitPattern: number), token: Int64(bitPattern: token))
    }

    static func latest(in header: UnsafeRawBufferPointer, seed: UInt64) -> IndexCommit? {
        offsets.compactMap { IndexCommit(reading: .init(rebasing: header[$0..<($0 + bytes)]), seed: seed) }
            .max { $0.generation < $1.generation }
    }
}

/// Writes integers in sequence.
private struct Fields {
    let memory: UnsafeMutableRawBufferPointer
    private(set) var place = 0

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        memory.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
        place += MemoryLayout<Number>.size
    }
}

/// Reads integers in sequence.
private struct FieldReader {
    let memory: UnsafeRawBufferPointer
    private(set) var place = 0

    mutating func take<Number: FixedWidthInteger>() -> Number {
        defer { place += MemoryLayout<Number>.size }
        return memory.loadUnaligned(fromByteOffset: place, as: Number.self).littleEndian
    }
}

/// Why an index cannot be used. It is then rebuilt.
package enum IndexFault: Error, Hashable, Sendable {
    case missing
    /// It belongs to another model or library, or has another format.
    case foreign(String)
    case damaged(String)

    /// Without a full stop; nil if there is no file.
    package var reason: String? {
        switch self {
        case .missing: nil
        case .foreign(let reason), .damaged(let reason): reason
        }
    }
}
