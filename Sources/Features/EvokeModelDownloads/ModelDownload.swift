public import EvokeValues

/// How far a model's download is.
public struct ModelDownload: Codable, Hashable, Sendable {
    public enum State: String, Codable, Sendable, CaseIterable {
        /// For its conditions.
        case waiting
        case running
        /// All is there, and is tried before it is put on the shelf.
        case checking
        case paused
        /// Its process is gone; what has come is kept.
        case interrupted
        case failed
    }

    public let name: String
    public internal(set) var state: State
    public internal(set) var received: Int64 = 0
    public internal(set) var total: Int64?
    /// Of this run; nil until it means something.
    public internal(set) var bytesPerSecond: Double?
    /// Why it waits, is tried again, or failed.
    public internal(set) var problem: EvokeError?

    package init(name: String, state: State) {
        self.name = name
        self.state = state
    }

    public var secondsLeft: Double? {
        guard state == .running, let total, total > received, let bytesPerSecond, bytesPerSecond > 0 else {
            return nil
        }
        return min(Double(total - received) / bytesPerSecond, Self.longest)
    }

    /// Whether its numbers can be those of a download; others may have written them.
    var isPlausible: Bool {
        let bytes: ClosedRange<Int64> = 0...1_000_000_000_000_000
        return bytes.contains(received) && total.map(bytes.contains) ?? true
            && bytesPerSecond.map { (0...1e12).contains($0) } ?? true
    }

    private static let longest = 1e9
}
