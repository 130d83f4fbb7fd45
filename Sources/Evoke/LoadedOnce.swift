/// Something that takes a while to load: loaded when it is first asked for, however many ask, and kept.
actor LoadedOnce<Value: Sendable> {
    private var loading: Task<Value, any Error>?

    /// A load that failed is tried again by the next who asks.
    func value(_ load: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = loading ?? Task { try await load() }
        loading = task
        do {
            return try await task.value
        } catch {
            if loading == task { loading = nil }
            throw error
        }
    }
}
