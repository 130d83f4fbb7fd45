/// Identifies a file's content, whatever its name and location.
public struct ContentDigest: Hashable, Sendable {
    /// The upper half of the 128-bit XXH3 of the whole file, with seed 0.
    public let high: UInt64
    /// The lower half.
    public let low: UInt64

    /// For programs that store digests; ``PhotoCard/content`` and `KnownFile.content` have those of photos.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension ContentDigest {
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
