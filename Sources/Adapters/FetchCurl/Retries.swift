import EvokeValues

/// Whether there is a next try, and how long it is waited for.
struct Retries {
    private let allowed: Int
    private let limits: Limits
    private var failed = 0
    private var best: Int64

    /// `received` is what was there before the first try.
    init(_ allowed: Int, received: Int64, limits: Limits) {
        self.allowed = allowed
        self.limits = limits
        best = received
    }

    /// What was there is gone: bytes that come again are progress.
    var isAtFirstTry: Bool { failed == 0 }

    mutating func beginAnew() { best = 0 }

    /// After a try that left so many bytes of the file. A server that would like a longer wait gets it, within limits.
    /// Nil when it was the last one.
    mutating func wait(asked: Duration?, received: Int64, of total: Int64?) -> Duration? {
        // Bytes that came a second time, after a new start, are no progress.
        if received - best >= min(limits.worthwhile, total.map { max(1, ($0 - best) / 2) } ?? .max) { failed = 0 }
        best = max(best, received)
        guard failed < allowed else { return nil }
        failed += 1
        let wait = min(limits.longestWait, limits.firstWait * (1 << min(failed - 1, 20)))
        return max(wait, min(asked ?? .zero, limits.longestAskedWait))
    }
}
