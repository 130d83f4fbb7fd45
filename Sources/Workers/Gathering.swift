/// Work that is cheaper in batches: whatever waits when a worker becomes free is handed to it together. Nobody waits
/// for a batch to fill.
public final class Gathering<Input: Sendable, Output: Sendable>: Sendable {
    public typealias Work = @Sendable ([Input]) throws -> [Result<Output, any Error>]

    private struct Waiting {
        let input: Input
        let continuation: CheckedContinuation<Output, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var running = 0
    }

    private let batch: Int
    private let width: Int
    private let executor: BlockingExecutor
    private let work: Work
    private let state = Locked(State())

    /// `work` answers a batch of at most `batch` inputs in their order; at most `width` of them run at once.
    public init(batch: Int, width: Int, executor: BlockingExecutor, work: @escaping Work) {
        self.batch = batch
        self.width = width
        self.executor = executor
        self.work = work
    }

    /// How many wait for a worker just now.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    public func result(for input: Input) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            let isNeeded = state.withLock { state in
                state.waiting.append(Waiting(input: input, continuation: continuation))
                if state.running == width { return false }
                state.running += 1
                return true
            }
            if isNeeded { Task { try? await executor.run { self.runUntilEmpty() } } }
        }
    }

    private func runUntilEmpty() {
        while let next = take() {
            do {
                let results = try work(next.map(\.input))
                precondition(results.count == next.count, "a result for each input")
                for (waiting, result) in zip(next, results) { waiting.continuation.resume(with: result) }
            } catch {
                for waiting in next { waiting.continuation.resume(throwing: error) }
            }
        }
    }

    /// What waits, oldest first; nil, and the worker is gone, when nothing does.
    private func take() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            let next = Array(state.waiting.prefix(batch))
            state.waiting.removeFirst(next.count)
            return next
        }
    }
}
