public import EvokeValues

/// How far a model's download is.
public struct ModelDownload: Codable, Hashable, Sendable {
    /// What becomes of a download now.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// For its conditions.
        case waiting
        /// Files are being fetched, or what is there is looked at.
        case running
        /// All is there, and is tried before it is put on the shelf.
        case checking
        /// Somebody wanted it to rest; what has come is kept, and asking for it again goes on with it.
        case paused
        /// Its process is gone; what has come is kept.
        case interrupted
        /// It ended with ``ModelDownload/problem``; what has come is kept, and asking for it again goes on with it.
        case failed
    }

    /// The model's.
    public let name: String
    /// What becomes of it now.
    public internal(set) var state: State
    /// Bytes that are there, those of earlier runs among them.
    public internal(set) var received: Int64 = 0
    /// Bytes of all files; nil until all their sizes are known.
    public internal(set) var total: Int64?
    /// Of this run; nil until it means something.
    public internal(set) var bytesPerSecond: Double?
    /// Why it waits, is tried again, or failed.
    public internal(set) var problem: EvokeError?

    package init(name: String, state: State) {
        self.name = name
        self.state = state
    }

    /// At the rate of this run; nil where nothing is being fetched, or not known.
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
