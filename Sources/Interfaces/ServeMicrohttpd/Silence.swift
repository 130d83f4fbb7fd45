import EvokeWorkers

/// How long nobody has asked a server for anything.
final class Silence: Sendable {
    private let since = Locked(ContinuousClock.now)

    var length: Duration { since.withLock { .now - $0 } }

    func end() { since.withLock { $0 = .now } }
}

extension Server {
    /// Returns once nobody has asked for anything that long, or once it is not `isWanted` any more. That time does not
    /// begin while a request is under way, somebody listens to events, or `isAtWork`.
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
