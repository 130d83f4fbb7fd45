package import EvokeValues
import EvokeWorkers

extension PostgresPlace: CatalogNotifying {
    package func tell(
        lookingEvery pause: Duration, _ hear: @Sendable (CatalogHeard) async throws -> Void
    ) async {
        let (cancellation, executor) = (Cancellation(), BlockingExecutor(width: 1))
        await withTaskCancellationHandler {
            var (pauses, known) = (GrowingPauses(), ContinuousClock.now)
            while !Task.isCancelled {
                do {
                    let listener = try await executor.run { [address] in
                        try Listener(PostgresAddress(address), cancellation)
                    }
                    try await tell(of: listener, on: executor, pause, known: &known) { heard in
                        try await hear(heard)
                        pauses = GrowingPauses()
                    }
                } catch {
                    // If the receiver is gone, the next round notices.
                    try? await hear(.lost(since: known))
                    try? await Task.sleep(for: pauses.next())
                }
            }
        } onCancel: {
            cancellation.end()
        }
    }

    package func placed(_ told: CatalogState) -> CatalogState {
        guard let told = told.known as? PlacedState else { return told }
        return placed(told.state)
    }

    /// Runs until the library is replaced or the connection is lost.
    ///
    /// - Parameter known: the time up to which all changes were reported.
    private func tell(
        of listener: Listener, on executor: BlockingExecutor, _ pause: Duration,
        known: inout ContinuousClock.Instant, _ hear: (CatalogHeard) async throws -> Void
    ) async throws {
        var told: LibraryState??
        while !Task.isCancelled {
            let begun = ContinuousClock.now
            let (state, isHeard) = try await executor.run {
                let state = try listener.state()
                return (state, try listener.hears(of: state))
            }
            guard isHeard else {
                try await hear(.state(placed(state), since: known, isOfStandby: listener.isOfStandby))
                return
            }
            if told != .some(state) {
                try await hear(.state(placed(state), since: known, isOfStandby: listener.isOfStandby))
                told = state
            }
            known = begun
            // More may have been written while the last report was handled.
            var hasHeard = try await executor.run { try listener.hearsOfChange(within: .zero) }
            if !hasHeard {
                try await hear(.nothingMore)
                // Until a notification arrives or the connection is lost, there was nothing to report.
                defer { if hasHeard || listener.isLost { known = .now } }
                hasHeard = try await executor.run { try listener.hearsOfChange(within: pause) }
            }
        }
    }
}

/// Growing pauses between failed tries, varied so that many processes do not retry at once.
private struct GrowingPauses {
    private var most = Duration.milliseconds(250)

    private static let longest = Duration.seconds(10)

    mutating func next() -> Duration {
        defer { most = min(most * 2, Self.longest) }
        return most * Double.random(in: 0.5...1)
    }
}
