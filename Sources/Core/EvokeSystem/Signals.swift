import Foundation

package enum Signals {
    /// Ctrl-C.
    package static let interruption = SIGINT
    package static let termination = SIGTERM
    /// A file has reached its size limit.
    package static let fileSize = SIGXFSZ

    /// Call this only after Dispatch has begun to listen to the signal: until then the signal has to end the program,
    /// or it would be lost.
    package static func leaveToDispatch(_ number: Int32) {
        Native.leaveToDispatch(number)
    }

    package static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

    /// Restores the default action.
    package static func restore(_ number: Int32) { signal(number, SIG_DFL) }

    /// In the system's words.
    package static func words(of number: Int32) -> String { String(cString: strsignal(number)).lowercased() }

    /// On this thread, writing to a closed connection returns an error instead of ending the process.
    package static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
