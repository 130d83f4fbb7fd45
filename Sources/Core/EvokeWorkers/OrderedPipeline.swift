import Dispatch
import EvokeValues

/// Processes many inputs at once and delivers the results in the order of the inputs.
package struct OrderedPipeline: Sendable {
    /// How many inputs are processed at once.
    package let width: Int
    /// How many finished results may wait for an earlier one.
    package let slack: Int

    package init(width: Int, slack: Int) {
        precondition(width > 0 && slack >= 0)
        self.width = width
        self.slack = slack
    }

    /// Pulls inputs only as there is room for them, and calls `deliver` for one result at a time.
    ///
    /// When `next`, `work` or `deliver` throws, no more inputs are pulled, running work is cancelled and awaited, and
    /// the error is rethrown. Cancelling the task does the same with `CancellationError`.
    package func run<Input: Sendable, Output: Sendable>(
        pulling next: () async throws -> Input?,
        work: @escaping @Sendable (Input) async throws -> Output,
        deliver: (Output) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Output).self) { group in
            var started = 0
            var delivered = 0
            var running = 0
            var finished: [Int: Output] = [:]
            var isExhausted = false

            while true {
                while !isExhausted, !Task.isCancelled, running < width, started - delivered < width + slack {
                    guard let input = try await next() else {
                        isExhausted = true
                        break
                    }
                    let place = started
                    group.addTask { (place, try await work(input)) }
                    started += 1
                    running += 1
                }
                guard running > 0, let (place, output) = try await group.next() else { break }
                running -= 1
                finished[place] = output
                while let output = finished.removeValue(forKey: delivered) {
                    delivered += 1
                    try await deliver(output)
                }
            }
            try Task.checkCancellation()
        }
    }
}

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

/// Admits a limited number of tasks at once; the others wait in order. A task cancelled while waiting leaves at once
/// and takes no turn.
package final class AsyncSemaphore: Sendable {
    private struct State {
        var free: Int
        var waiting: [Promise<Void, Never>] = []
    }

    private let state: Locked<State>

    package init(_ count: Int) {
        precondition(count > 0)
        state = Locked(State(free: count))
    }

    package var waitingCount: Int { state.withLock { $0.waiting.count { $0.isWanted } } }

    /// Throws what `body` throws. Nil for a task cancelled before its turn, in which case `body` does not run.
    package func take<Success: Sendable, Failure: Error>(
        _ body: @Sendable () async throws(Failure) -> Success
    ) async throws(Failure) -> Success? {
        guard await begin() else { return nil }
        defer { end() }
        guard !Task.isCancelled else { return nil }
        return try await body()
    }

    private func begin() async -> Bool {
        let turn = Promise<Void, Never>()
        let isFree = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return true
            }
            state.waiting.removeAll { !$0.isWanted }
            state.waiting.append(turn)
            return false
        }
        if isFree { return true }
        return await turn.value() != nil
    }

    /// Passes the turn to the first task still waiting.
    private func end() {
        state.withLock { state in
            while !state.waiting.isEmpty {
                if state.waiting.removeFirst().give(.success(())) { return }
            }
            state.free += 1
        }
    }
}

/// Runs parts of processor-bound work on all cores. The results are in order, so they are the same on any number of
/// cores.
///
/// - Parameter body: gets the index of the part.
package func inParts<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    if count < 2 { return (0..<count).map(body) }
    let results = Locked([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { part in
        let result = body(part)
        results.withLock { $0[part] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}
