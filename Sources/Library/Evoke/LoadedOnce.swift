import EvokeWorkers

/// Something that takes a while to load: loaded when it is first asked for, however many ask, and kept.
actor LoadedOnce<Value: Sendable> {
    private var task: Task<Value, any Error>?
    private(set) var loaded: Value?
    /// When it was loaded; nil for what is not.
    private(set) var loading: Range<ContinuousClock.Instant>?

    /// A load that failed is tried again by the next who asks. Whoever is cancelled waits no longer; the load goes on.
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
