import Synchronization

/// What somebody asks of a connection, as long as they want it.
package final class Cancellation: Sendable {
    private let hasEnded = Atomic(false)
    /// Ends what runs for it.
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    package init() {}

    package var isAlive: Bool { !hasEnded.load(ordering: .relaxed) }

    /// Runs `body` for as long as the task wants it: once that is cancelled, what a connection does for the wish ends.
    package static func granted<Result: Sendable>(
        by executor: BlockingExecutor, _ body: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await executor.run {
                guard cancellation.isAlive else { throw CancellationError() }
                do {
                    return try body(cancellation)
                } catch {
                    throw cancellation.isAlive ? error : CancellationError()
                }
            }
        } onCancel: {
            cancellation.end()
        }
    }

    /// Nobody's interruption is called but that of whoever works for it now.
    package func interrupting(with interruption: (@Sendable () -> Void)?) {
        self.interruption.withLock { $0 = interruption }
    }

    package func end() {
        hasEnded.store(true, ordering: .relaxed)
        interruption.withLock { $0?() }
    }
}
