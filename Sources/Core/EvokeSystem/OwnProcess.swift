import Foundation

package enum OwnProcess {
    package static var number: Int32 { getpid() }
    package static var user: UInt32 { geteuid() }

    /// A name unique to this thread of this process.
    package static var nameOfThread: String { "\(getpid())-\(pthread_self())" }

    package static let standardInput = STDIN_FILENO
    /// Whether somebody can answer questions there.
    package static var inputIsTerminal: Bool { isatty(standardInput) == 1 }

    /// The processor time of all its threads.
    package static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Exits without cleanup.
    package static func end(_ code: Int32) -> Never { _exit(code) }
}
