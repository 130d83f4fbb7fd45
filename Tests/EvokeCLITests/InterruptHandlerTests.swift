import EvokeSystem
import Glibc
import Testing

@testable import EvokeCLI

@Suite struct InterruptHandlerTests {
    /// One that comes before anybody listens ends the program, and is not lost.
    @Test func noSignalIsIgnoredAtAnyTime() {
        for _ in 0..<500 {
            let interruption = InterruptHandler { _ in }
            defer { interruption.end() }
            #expect(!isIgnored(Signals.interruption) && !isIgnored(Signals.termination))
        }
    }

    private func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
