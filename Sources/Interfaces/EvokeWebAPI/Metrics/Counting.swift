/// Counts at most once per interval, however many ask: counting a library of millions takes time.
actor Counting<Value: Sendable> {
    private let count: @Sendable () async throws -> Value
    private var last: (value: Value, at: ContinuousClock.Instant)?
    private var running: Task<Value, any Error>?

    init(_ count: @escaping @Sendable () async throws -> Value) {
        self.count = count
    }

    var value: Value {
        get async throws {
            if let last, .now - last.at < pauseOfCounting { return last.value }
            if let running { return try await running.value }
            let task = Task { try await count() }
            running = task
            defer { running = nil }
            let value = try await task.value
            last = (value, .now)
            return value
        }
    }
}

/// Shorter than the usual interval of Prometheus.
private let pauseOfCounting = Duration.seconds(10)
