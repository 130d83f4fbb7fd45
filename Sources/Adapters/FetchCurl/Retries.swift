import EvokeValues

/// Decides whether and when to try again.
struct Retries {
    private let allowed: Int
    private let limits: Limits
    private var failed = 0
    private var best: Int64

    /// - Parameter received: bytes received before the first try.
    init(_ allowed: Int, received: Int64, limits: Limits) {
        self.allowed = allowed
        self.limits = limits
        best = received
    }

    var isAtFirstTry: Bool { failed == 0 }

    /// The part was deleted, so bytes received again count as progress.
    mutating func beginAnew() { best = 0 }

    /// The pause after a failed try that left this much of the file; nil if it was the last one. A longer pause that
    /// the server asked for is respected, within limits.
    mutating func wait(asked: Duration?, received: Int64, of total: Int64?) -> Duration? {
        // Bytes received again after a restart are not progress.
        if received - best >= min(limits.worthwhile, total.map { max(1, ($0 - best) / 2) } ?? .max) { failed = 0 }
        best = max(best, received)
        guard failed < allowed else { return nil }
        failed += 1
        let wait = min(limits.longestWait, limits.firstWait * (1 << min(failed - 1, 20)))
        return max(wait, min(asked ?? .zero, limits.longestAskedWait))
    }
}
