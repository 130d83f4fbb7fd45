import Synchronization

/// Tells work that nobody wants its result anymore.
package final class Cancellation: Sendable {
    private let hasEnded = Atomic(false)
    /// Ends the work that is running.
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    package init() {}

    package var isAlive: Bool { !hasEnded.load(ordering: .relaxed) }

    /// Runs `body` until the task is cancelled, which interrupts the work.
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

    /// Only the interruption set last is called, that of the work running now.
    package func interrupting(with interruption: (@Sendable () -> Void)?) {
        self.interruption.withLock { $0 = interruption }
    }

    package func end() {
        hasEnded.store(true, ordering: .relaxed)
        interruption.withLock { $0?() }
    }
}
