import Dispatch
import EvokeSystem

/// Dedicated threads for blocking calls: C libraries, disks. Swift's pool has one thread per core and must never block,
/// and Dispatch adds threads too slowly when all of its own are blocked.
package final class BlockingExecutor: Sendable {
    private let shared: Shared

    /// Runs at most `width` calls at once, each on a thread started on demand. If the system has no thread to spare,
    /// existing threads take the call; if there are none, the caller's own thread does.
    package convenience init(width: Int) {
        self.init(width: width, startingThreads: startThread)
    }

    init(width: Int, startingThreads start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) {
        // Cannot fail: widths are core counts or our own constants.
        precondition(width > 0)
        shared = Shared(width: width, start)
    }

    deinit {
        shared.close()
    }

    /// Throws what `body` throws. A submitted call always runs, even if its task is cancelled: it may write or release
    /// something.
    package func run<Success: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        // Handed over under a lock: if a continuation is resumed before it is awaited, ThreadSanitizer does not see the
        // order.
        let outcome = Locked<Result<Success, Failure>?>(nil)
        let call = Call(body)
        await withCheckedContinuation { continuation in
            shared.submit {
                let result = call.result()
                outcome.withLock { $0 = result }
                continuation.resume()
            }
        }
        return try outcome.withLock { $0! }.get()
    }

    /// For a call whose result nobody misses: returns nil at once for a cancelled task. A call still waiting is then
    /// not started, and the result of a running one is dropped.
    package func runWhileWanted<Success: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Success
    ) async throws(Failure) -> Success? {
        if Task.isCancelled { return nil }
        let answer = Promise<Success, Failure>()
        let call = Call(body)
        shared.submit {
            if answer.isWanted { answer.give(call.result()) }
        }
        return try await answer.value()
    }
}

/// A call that runs once. It releases what it holds (open files, locks) before its result is delivered.
private final class Call<Success: Sendable, Failure: Error>: Sendable {
    private let body: Locked<(@Sendable () -> Result<Success, Failure>)?>

    init(_ body: @escaping @Sendable () throws(Failure) -> Success) {
        self.body = Locked { Result(catching: body) }
    }

    func result() -> Result<Success, Failure> { body.withLock { $0.take()! }() }
}

/// What the threads share; they keep it alive, so it outlives the executor until they have noticed its end.
private final class Shared: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State: Sendable {
        var jobs: [Job] = []
        var next = 0
        var idle = 0
        var threads = 0

        mutating func pop() -> Job? {
            guard next < jobs.count else { return nil }
            let job = jobs[next]
            next += 1
            if next == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                next = 0
            }
            return job
        }
    }

    private let width: Int
    private let start: @Sendable (@escaping Job) -> Bool
    private let state = Locked(State())
    /// Counts the jobs, and at the end the threads that should leave.
    private let wake = DispatchSemaphore(value: 0)

    init(width: Int, _ start: @escaping @Sendable (@escaping Job) -> Bool) {
        (self.width, self.start) = (width, start)
    }

    func submit(_ job: @escaping Job) {
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            if state.idle >= state.jobs.count - state.next || state.threads == width { return false }
            state.threads += 1
            return true
        }
        let lacksThread = needsThread && !start { [self] in work() }
        if lacksThread { state.withLock { $0.threads -= 1 } }
        wake.signal()
        guard lacksThread else { return }
        while state.withLock({ $0.threads == 0 }), wake.wait(timeout: .now()) == .success {
            state.withLock { $0.pop() }?()
        }
    }

    func close() {
        for _ in 0..<state.withLock({ $0.threads }) { wake.signal() }
    }

    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            wake.wait()
            let job = state.withLock { state in
                state.idle -= 1
                return state.pop()
            }
            // Woken without a job: the executor is gone, so nobody can submit one.
            guard let job else { return }
            job()
        }
    }
}
