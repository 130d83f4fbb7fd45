#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What others tell a process.
package enum Signals {
    /// Ctrl-C.
    package static let interruption = SIGINT
    package static let termination = SIGTERM
    /// A file has become as large as it may be.
    package static let fileSize = SIGXFSZ

    /// Called when Dispatch has begun to listen to a signal, and not before: until then it has to end the program, or it
    /// would be lost.
    package static func leaveToDispatch(_ number: Int32) {
        // On Linux, Dispatch catches it itself, and would not hear of one that is ignored.
        #if canImport(Darwin)
            signal(number, SIG_IGN)
        #endif
    }

    package static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

    /// It does again what it does to programs that care for nothing.
    package static func restore(_ number: Int32) { signal(number, SIG_DFL) }

    /// As the system says it.
    package static func words(of number: Int32) -> String { String(cString: strsignal(number)).lowercased() }

    /// Whoever writes to a connection that is gone, on this thread, is told so and not ended.
    package static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
