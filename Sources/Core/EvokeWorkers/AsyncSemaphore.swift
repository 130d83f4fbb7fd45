/// Lets a few in at once, and the others wait in their order. Whoever is cancelled while it waits leaves at once, and
/// takes no turn.
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

    /// How many wait just now.
    package var waitingCount: Int { state.withLock { $0.waiting.count { $0.isWanted } } }

    /// Throws what `body` throws. Nil for a task that is cancelled before its turn, and `body` is not begun then.
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

    /// The turn goes to the first who still waits.
    private func end() {
        state.withLock { state in
            while !state.waiting.isEmpty {
                if state.waiting.removeFirst().give(.success(())) { return }
            }
            state.free += 1
        }
    }
}
