package import EvokeValues
import Glibc

package enum OwnProcess {
    package static var number: Int32 { getpid() }
    package static var user: UInt32 { geteuid() }

    /// A name unique to this thread of this process.
    package static var nameOfThread: String { "\(getpid())-\(pthread_self())" }

    /// The file of its program, even if it was renamed or deleted.
    package static let program = FilePath("/proc/self/exe")

    package static let standardInput = STDIN_FILENO
    /// Whether somebody can answer questions there.
    package static var inputIsTerminal: Bool { isatty(standardInput) == 1 }

    /// Changes to the root folder, so that the disk it was started on can be unmounted.
    package static func leaveFolder() { _ = chdir("/") }

    /// The processor time of all its threads.
    package static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Exits without cleanup.
    package static func end(_ code: Int32) -> Never { _exit(code) }

    /// As many files as the system allows, up to `most`.
    package static func raiseFileLimit(to most: UInt) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, most)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
