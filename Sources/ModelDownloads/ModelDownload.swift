public import PhotoCore

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

    public init(name: String, state: State) {
        self.name = name
        self.state = state
    }

    public var secondsLeft: Double? {
        guard state == .running, let total, total > received, let bytesPerSecond, bytesPerSecond > 0 else {
            return nil
        }
        return Double(total - received) / bytesPerSecond
    }
}
