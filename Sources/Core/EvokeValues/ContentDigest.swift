/// Identifies a file's content, whatever its name and location.
public struct ContentDigest: Hashable, Sendable, Codable {
    /// The upper half of the 128-bit XXH3 of the whole file, with seed 0.
    public let high: UInt64
    /// The lower half.
    public let low: UInt64

    /// For programs that store digests; ``PhotoCard/content`` and `KnownFile.content` have those of photos.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// As catalogs store it: sixteen bytes, big-endian.
    package var bytes: [UInt8] { [high.bigEndian, low.bigEndian].withUnsafeBytes { Array($0) } }

    /// Nil unless there are sixteen bytes.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

/// What the file system says about a file. Two equal stamps at one path mean an unchanged file.
public struct FileStamp: Hashable, Sendable, Codable {
    /// In bytes.
    public let size: Int64
    /// The modification time: nanoseconds since 1970 UTC.
    public let modifiedNanoseconds: Int64
    /// The file's number in its file system.
    public let inode: UInt64
    /// When the file, its name or its permissions last changed, which users cannot set. Nil if not recorded.
    public let changedNanoseconds: Int64?

    /// Made from what the system says about a file, and by catalogs that stored it.
    public init(size: Int64, modifiedNanoseconds: Int64, inode: UInt64, changedNanoseconds: Int64? = nil) {
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.inode = inode
        self.changedNanoseconds = changedNanoseconds
    }

    /// Whether size, modification time and inode are equal, whatever else happened to the file.
    package func resembles(_ other: FileStamp) -> Bool {
        (size, modifiedNanoseconds, inode) == (other.size, other.modifiedNanoseconds, other.inode)
    }

    /// Fits no file, so that the next run reads the file again.
    package var doubted: FileStamp {
        FileStamp(size: size, modifiedNanoseconds: modifiedNanoseconds, inode: inode, changedNanoseconds: -1)
    }

    /// Whether a file with this stamp now is unchanged since `recorded`.
    package func fits(_ recorded: FileStamp) -> Bool {
        resembles(recorded)
            && (recorded.changedNanoseconds == nil || recorded.changedNanoseconds == changedNanoseconds)
    }
}

extension UInt8 {
    /// Two lowercase digits.
    package var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension Sequence<UInt8> {
    package var hexadecimal: String { map(\.hexadecimal).joined() }
}
