/// What a file holds, whatever it is called and wherever it lies.
public struct ContentDigest: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
