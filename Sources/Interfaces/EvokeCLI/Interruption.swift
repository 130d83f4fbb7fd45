import Dispatch
import Glibc

/// Turns the first Ctrl-C or termination signal into a call with its number, and lets the second end the program at once.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    init(_ action: @escaping @Sendable (Int32) -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                action(number)
                signal(number, SIG_DFL)
            }
            source.resume()
            return source
        }
    }

    func end() {
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }

    /// Waits for the first such signal.
    static func next() async -> Int32 {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let interruption = Interruption { continuation.yield($0) }
        defer { withExtendedLifetime(interruption) {} }
        for await signal in signals { return signal }
        return SIGTERM
    }
}
