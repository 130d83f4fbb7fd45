/// What a file holds, whatever it is called and wherever it lies.
public struct ContentDigest: Hashable, Sendable {
    /// The upper half of the 128 bits of XXH3 over all bytes of the file, seed 0.
    public let high: UInt64
    /// The lower half.
    public let low: UInt64

    /// For those who keep digests; ``PhotoCard/content`` and `KnownFile.content` have those of photos.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension ContentDigest {
    /// As catalogues keep it: sixteen, the highest first.
    package var bytes: [UInt8] { [high.bigEndian, low.bigEndian].withUnsafeBytes { Array($0) } }

    /// Nil for more of them or fewer.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}
