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
