import Dispatch
import Synchronization

/// Threads for calls that block: C libraries, disks. Swift's own pool has one thread a core and must never wait.
public struct BlockingExecutor: Sendable {
    private let queue: DispatchQueue
    private let places: Places

    /// At most `width` calls run at once; further ones wait without holding a thread.
    public init(width: Int, name: String) {
        precondition(width > 0)
        queue = DispatchQueue(label: name, attributes: .concurrent)
        places = Places(count: width)
    }

    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        await places.take()
        defer { places.giveBack() }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result(catching: body)) }
        }
    }
}

/// A counting semaphore that suspends tasks instead of blocking threads; first come, first served.
private final class Places: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var served = 0
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(free: count))
    }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard state.served < state.waiting.count else {
                state.free += 1
                return nil
            }
            let next = state.waiting[state.served]
            state.served += 1
            if state.served == state.waiting.count {
                state.waiting.removeAll(keepingCapacity: true)
                state.served = 0
            }
            return next
        }
        next?.resume()
    }
}
