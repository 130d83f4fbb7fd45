import EvokeWorkers
import Synchronization

/// What somebody asks of a connection, as long as they want it.
final class Wish: Sendable {
    private let hasEnded = Atomic(false)

    var isAlive: Bool { !hasEnded.load(ordering: .relaxed) }

    /// Runs `body` for as long as the task wants it: once that is cancelled, what a connection does for the wish ends.
    static func granted<Result: Sendable>(
        by executor: BlockingExecutor, _ body: @escaping @Sendable (Wish) throws -> Result
    ) async throws -> Result {
        let wish = Wish()
        return try await withTaskCancellationHandler {
            try await executor.run {
                guard wish.isAlive else { throw CancellationError() }
                do {
                    return try body(wish)
                } catch {
                    throw wish.isAlive ? error : CancellationError()
                }
            }
        } onCancel: {
            wish.end()
        }
    }

    func end() { hasEnded.store(true, ordering: .relaxed) }
}
