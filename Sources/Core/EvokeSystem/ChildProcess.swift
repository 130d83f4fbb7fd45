import Glibc

package struct ChildProcess: Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// Cannot be blocked; a process waiting for a disk ends once that answers.
    package func kill() { _ = Glibc.kill(number, SIGKILL) }

    package struct Ending: Sendable {
        fileprivate var status: Int32 = 0

        package var isSuccess: Bool { status == 0 }
        /// The exit status of a program that lacks a library.
        package var isForWantOfALibrary: Bool { status == 127 << 8 }
        /// The signal that ended it; 0 if it exited by itself.
        package var signal: Int32 { status & 0x7F }
    }

    package func wait() -> Ending {
        var ending = Ending()
        while waitpid(number, &ending.status, 0) < 0, errno == EINTR {}
        return ending
    }

    /// How it ended; nil while it runs. Poll this until it is not nil, so that the kernel can forget the process.
    package func ending() -> Ending? {
        var ending = Ending()
        return waitpid(number, &ending.status, WNOHANG) == 0 ? nil : ending
    }

    package func hasEnded() -> Bool { ending() != nil }
}
