/// Work that is cheaper in batches: when a worker becomes free, it gets everything that waits. Nothing waits for a
/// batch to fill, and a cancelled task leaves at once.
package final class Batcher<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    package typealias Work = @Sendable ([Input]) throws(Failure) -> [Result<Output, Failure>]

    private struct Waiting: Sendable {
        let input: Input
        let answer = Promise<Output, Failure>()
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

    /// `work` answers a batch of at most `batch` inputs in order; at most `width` batches run at once.
    package init(batch: Int, width: Int, executor: BlockingExecutor, work: @escaping Work) {
        self.batch = batch
        self.width = width
        self.executor = executor
        self.work = work
    }

    package var waitingCount: Int { state.withLock { $0.waiting.count { $0.answer.isWanted } } }

    /// Nil at once for a cancelled task.
    package func result(for input: Input) async throws(Failure) -> Output? {
        let waiting = Waiting(input: input)
        let isNeeded = state.withLock { state in
            state.waiting.append(waiting)
            if state.running == width { return false }
            state.running += 1
            return true
        }
        if isNeeded { Task { await executor.run { self.runUntilEmpty() } } }
        return try await waiting.answer.value()
    }

    private func runUntilEmpty() {
        while let next = take() {
            do throws(Failure) {
                let results = try work(next.map(\.input))
                precondition(results.count == next.count, "a result for each input")
                for (waiting, result) in zip(next, results) { waiting.answer.give(result) }
            } catch {
                for waiting in next { waiting.answer.give(.failure(error)) }
            }
        }
    }

    /// The waiting inputs, oldest first; nil if there are none, and the worker stops.
    private func take() -> [Waiting]? {
        state.withLock { state in
            state.waiting.removeAll { !$0.answer.isWanted }
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
