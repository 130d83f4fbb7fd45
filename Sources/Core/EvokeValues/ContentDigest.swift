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
