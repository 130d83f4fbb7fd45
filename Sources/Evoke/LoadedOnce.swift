import Workers

/// Something that takes a while to load: loaded when it is first asked for, however many ask, and kept.
actor LoadedOnce<Value: Sendable> {
    private var loading: Task<Value, any Error>?
    /// How long it took; nil for what is not loaded.
    private(set) var took: Duration?

    /// A load that failed is tried again by the next who asks. Whoever is cancelled waits no longer; the load goes on.
    func value(_ load: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let started = ContinuousClock.now
        let isFirst = loading == nil
        let task = loading ?? Task { try await load() }
        loading = task
        do {
            let value = try await task.valueWhileWanted()
            if isFirst { took = ContinuousClock.now - started }
            return value
        } catch {
            if loading == task, !(error is CancellationError) { loading = nil }
            throw error
        }
    }
}
