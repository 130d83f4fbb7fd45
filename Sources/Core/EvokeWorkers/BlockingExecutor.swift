import Dispatch
import EvokeSystem
import EvokeValues
import Synchronization

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

/// A one-shot value that one task waits for. If that task is cancelled, it gets nil at once, and a later value is
/// dropped.
final class Promise<Value: Sendable, Failure: Error>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(CheckedContinuation<Void, Never>)
        case given(Result<Value, Failure>)
        case left
    }

    private let state = Locked(State.open)

    /// False once nobody waits anymore.
    var isWanted: Bool {
        state.withLock { if case .left = $0 { false } else { true } }
    }

    /// False if nobody waits for it anymore.
    @discardableResult
    func give(_ result: Result<Value, Failure>) -> Bool {
        settle(.given(result))
    }

    /// May be called once. The result is handed over under the lock: if a continuation is resumed before it is awaited,
    /// ThreadSanitizer does not see the order.
    func value() async throws(Failure) -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSettled = state.withLock { state in
                    guard case .open = state else { return true }
                    state = .awaited(continuation)
                    return false
                }
                if isSettled { continuation.resume() }
            }
        } onCancel: {
            settle(.left)
        }
        guard case .given(let result) = state.withLock({ $0 }) else { return nil }
        return try result.get()
    }

    /// Only the first value counts; false for later ones.
    @discardableResult
    private func settle(_ end: State) -> Bool {
        let (isFirst, waiting): (Bool, CheckedContinuation<Void, Never>?) = state.withLock { state in
            switch state {
            case .given, .left: return (false, nil)
            case .open:
                state = end
                return (true, nil)
            case .awaited(let continuation):
                state = end
                return (true, continuation)
            }
        }
        waiting?.resume()
        return isFirst
    }
}

extension Task {
    /// The task's value, or nil as soon as the waiting task is cancelled; this task goes on.
    package func valueWhileWanted() async throws(Failure) -> Success? {
        let answer = Promise<Success, Failure>()
        Task<Void, Never> { answer.give(await result) }
        return try await answer.value()
    }
}

extension Result where Failure == any Error {
    /// So that something can be done after a failure, too, before it is thrown.
    package init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

extension Optional {
    /// The value; throws `CancellationError` if the task was cancelled meanwhile.
    package func whileWanted() throws(CancellationError) -> Wrapped {
        guard let self else { throw CancellationError() }
        return self
    }
}

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

/// Lets long work report progress, from which its time limit is counted.
package final class WorkProgress: Sendable {
    // An object, since optimized code has crashed on a function here (Swift 6.3).
    @TaskLocal package static var current: WorkProgress?

    package let record: @Sendable () -> Void

    package init(record: @escaping @Sendable () -> Void) {
        self.record = record
    }
}
