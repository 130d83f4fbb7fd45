/// A worker's progress, as far as it was counted.
struct WorkCount {
    /// Counting a million photos takes a while.
    private static let betweenCounts = Duration.seconds(5)

    private(set) var total = 0
    private var counted: ContinuousClock.Instant?
    /// Whether anything was claimed since the worker was idle.
    var isNews = false

    /// Call this after claiming photos. True the first time.
    mutating func count(done: Int, and left: () async throws -> Int) async throws -> Bool {
        isNews = true
        let now = ContinuousClock.now
        guard counted.map({ now - $0 > Self.betweenCounts }) ?? true else { return false }
        let isFirst = counted == nil
        counted = now
        total = done + (try await left())
        return isFirst
    }
}
