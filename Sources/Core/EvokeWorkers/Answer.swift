/// One answer that one task waits for, and may leave: a cancelled task gets `CancellationError` at once, and what comes
/// later is heard by nobody.
final class Answer<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(CheckedContinuation<Void, Never>)
        case given(Result<Value, any Error>)
        case left
    }

    private let state = Locked(State.open)

    /// False once nobody waits any more.
    var isWanted: Bool {
        state.withLock { if case .left = $0 { false } else { true } }
    }

    func give(_ result: Result<Value, any Error>) {
        settle(.given(result))
    }

    /// Asked for once. The result is handed over under the lock: where a continuation is resumed before it is awaited,
    /// ThreadSanitizer does not see that the one comes after the other.
    func value() async throws -> Value {
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
        guard case .given(let result) = state.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    /// Whatever comes first counts.
    private func settle(_ end: State) {
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            switch state {
            case .given, .left: return nil
            case .open:
                state = end
                return nil
            case .awaited(let continuation):
                state = end
                return continuation
            }
        }
        waiting?.resume()
    }
}

extension Task where Failure == any Error {
    /// The task's value, or `CancellationError` as soon as the task that waits is cancelled; this one goes on.
    package func valueWhileWanted() async throws -> Success {
        let answer = Answer<Success>()
        Task<Void, Never> { answer.give(await result) }
        return try await answer.value()
    }
}
