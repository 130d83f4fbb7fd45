import Dispatch
import EvokeSystem
import Synchronization

/// Calls an action at the first Ctrl-C or termination signal; a second one ends the program at once.
final class InterruptHandler {
    private let sources: [any DispatchSourceSignal]

    init(_ action: @escaping @Sendable (Int32) -> Void) {
        sources = [Signals.interruption, Signals.termination].map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setRegistrationHandler { Signals.leaveToDispatch(number) }
            source.setEventHandler {
                action(number)
                Signals.restore(number)
            }
            source.resume()
            return source
        }
    }

    func end() {
        for source in sources { source.cancel() }
        for number in [Signals.interruption, Signals.termination] { Signals.restore(number) }
    }
}

/// Runs work that a Ctrl-C or a termination signal cancels.
func untilInterrupted<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    let run = Task { try await work() }
    let interruption = InterruptHandler { _ in run.cancel() }
    defer { interruption.end() }
    return try await run.value
}

/// Keeps what a command has loaded until the process ends. The system frees hundreds of megabytes at once, which is
/// faster than deallocating them.
func keepAliveUntilExit(_ value: some Sendable) {
    kept.withLock { $0.append(value) }
}

private let kept = Mutex<[any Sendable]>([])
