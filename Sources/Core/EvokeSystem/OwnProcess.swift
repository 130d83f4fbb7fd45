package import EvokeValues
import Glibc

/// This process, and the program that it runs.
package enum OwnProcess {
    package static var number: Int32 { getpid() }
    package static var user: UInt32 { geteuid() }

    /// A name that no other thread has, of this process or another.
    package static var nameOfThread: String { "\(getpid())-\(pthread_self())" }

    /// The file of its program, whatever has happened to its name.
    package static let program = FilePath("/proc/self/exe")

    package static let standardInput = STDIN_FILENO
    /// Whether somebody can answer there.
    package static var inputIsTerminal: Bool { isatty(standardInput) == 1 }

    /// Goes to the root folder, so that the disk on which it was started can be taken away.
    package static func leaveFolder() { _ = chdir("/") }

    /// What all of its threads have taken of the processor.
    package static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Ends it with nothing tidied up.
    package static func end(_ code: Int32) -> Never { _exit(code) }

    /// As many as its system lets it have open, up to `most`.
    package static func raiseFileLimit(to most: UInt) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, most)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
