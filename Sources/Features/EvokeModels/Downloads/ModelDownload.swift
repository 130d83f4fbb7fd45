public import EvokeValues

/// The progress of a model's download.
public struct ModelDownload: Codable, Hashable, Sendable {
    /// The state of a download.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Its conditions are not met.
        case waiting
        /// Files are being downloaded or verified.
        case running
        /// Everything is there and is being tried before it is installed.
        case checking
        /// Paused on request; what has been received is kept, and requesting the model again resumes it.
        case paused
        /// Its process is gone; what has been received is kept.
        case interrupted
        /// It ended with ``ModelDownload/problem``; what has been received is kept, and requesting the model again
        /// resumes it.
        case failed
    }

    /// The model's name.
    public let name: String
    /// The current state.
    public internal(set) var state: State
    /// Bytes received, including those from earlier runs.
    public internal(set) var received: Int64 = 0
    /// Bytes of all files; nil until all sizes are known.
    public internal(set) var total: Int64?
    /// For this run; nil until there is a meaningful value.
    public internal(set) var bytesPerSecond: Double?
    /// Why it is waiting, being retried, or failed.
    public internal(set) var problem: EvokeError?

    package init(name: String, state: State) {
        self.name = name
        self.state = state
    }

    /// At the rate of this run; nil if nothing is being downloaded, or the rate is unknown.
    public var secondsLeft: Double? {
        guard state == .running, let total, total > received, let bytesPerSecond, bytesPerSecond > 0 else {
            return nil
        }
        return min(Double(total - received) / bytesPerSecond, Self.longest)
    }

    /// Whether its numbers can be real; another program may have written them.
    var isPlausible: Bool {
        let bytes: ClosedRange<Int64> = 0...1_000_000_000_000_000
        return bytes.contains(received) && total.map(bytes.contains) ?? true
            && bytesPerSecond.map { (0...1e12).contains($0) } ?? true
    }

    private static let longest = 1e9
}
