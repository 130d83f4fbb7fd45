import Dispatch
import EvokeSystem

/// Turns the first Ctrl-C or termination signal into a call with its number, and lets the second end the program at once.
final class Interruption {
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
