import EvokeWorkers

/// How long the server has had no requests.
final class Silence: Sendable {
    private let since = Locked(ContinuousClock.now)

    var length: Duration { since.withLock { .now - $0 } }

    func end() { since.withLock { $0 = .now } }
}

extension Server {
    /// Returns once there was no request for that long, or once it is not `isWanted` anymore. The time does not start
    /// while a request is in progress, somebody listens to events, or `isAtWork`.
    package func waitForSilence(
        of time: Duration, lookingEvery pause: Duration = .seconds(1), isWanted: @Sendable () -> Bool = { true },
        isAtWork: @Sendable () async -> Bool
    ) async {
        while !Task.isCancelled, isWanted() {
            let isAtWork = await isAtWork()
            if isAtWork || busyCount > 0 {
                silence.end()
            } else if silence.length >= time {
                return
            }
            try? await Task.sleep(for: pause)
        }
    }
}
