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

extension Optional {
    /// The value; throws `CancellationError` if the task was cancelled meanwhile.
    package func whileWanted() throws(CancellationError) -> Wrapped {
        guard let self else { throw CancellationError() }
        return self
    }
}
