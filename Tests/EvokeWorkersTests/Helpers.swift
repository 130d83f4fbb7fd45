import EvokeValues

/// Opens once; whoever waits before or after goes on.
final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

    func open() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}

/// A number that many tasks change, and the highest that it has been.
final class Counter: Sendable {
    private let state = Locked((now: 0, most: 0))

    var now: Int { state.withLock { $0.now } }
    var most: Int { state.withLock { $0.most } }

    @discardableResult
    func add(_ amount: Int) -> Int {
        state.withLock { state in
            state.now += amount
            state.most = max(state.most, state.now)
            return state.now
        }
    }
}
