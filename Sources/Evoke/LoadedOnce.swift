/// Something that takes a while to load: loaded when it is first asked for, however many ask, and kept.
actor LoadedOnce<Value: Sendable> {
    private var task: Task<Value, any Error>?
    private(set) var loaded: Value?
    /// When it was loaded; nil for what is not.
    private(set) var loading: Range<ContinuousClock.Instant>?

    /// A load that failed is tried again by the next who asks.
    func value(_ load: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let started = ContinuousClock.now
        let isFirst = task == nil
        let task = task ?? Task { try await load() }
        self.task = task
        do {
            let value = try await task.value
            if isFirst { (loaded, loading) = (value, started..<ContinuousClock.now) }
            return value
        } catch {
            if self.task == task { self.task = nil }
            throw error
        }
    }
}
