import EvokeWorkers

/// A value that takes a while to load: loaded on first use, however many ask for it, and kept.
actor LoadedOnce<Value: Sendable> {
    private var task: Task<Value, any Error>?
    private(set) var loaded: Value?
    /// When it was loaded; nil if it was not.
    private(set) var loading: Range<ContinuousClock.Instant>?

    /// After a failed load, the next caller tries again. A canceled caller stops waiting; the load goes on.
    func value(_ load: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = task ?? Task { try await noting(load) }
        self.task = task
        do {
            return try await task.valueWhileWanted().whileWanted()
        } catch {
            if self.task == task, !(error is CancellationError) { self.task = nil }
            throw error
        }
    }

    private func noting(_ load: @Sendable () async throws -> Value) async throws -> Value {
        let started = ContinuousClock.now
        let value = try await load()
        (loaded, loading) = (value, started..<ContinuousClock.now)
        return value
    }
}
