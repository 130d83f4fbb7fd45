import Glibc

/// A process that this one has started.
package struct ChildProcess: Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// From which nothing protects it; one that waits for a disk ends when that answers.
    package func kill() { _ = Glibc.kill(number, SIGKILL) }

    package struct Ending: Sendable {
        fileprivate var status: Int32 = 0

        package var isSuccess: Bool { status == 0 }
        /// That of a program of which a library is missing.
        package var isForWantOfALibrary: Bool { status == 127 << 8 }
        /// The signal that ended it; 0 where it left by itself.
        package var signal: Int32 { status & 0x7F }
    }

    /// Waits for its end.
    package func wait() -> Ending {
        var ending = Ending()
        while waitpid(number, &ending.status, 0) < 0, errno == EINTR {}
        return ending
    }

    /// How it has ended; nil before that. Asked until it has, so that the kernel need not remember it.
    package func ending() -> Ending? {
        var ending = Ending()
        return waitpid(number, &ending.status, WNOHANG) == 0 ? nil : ending
    }

    package func hasEnded() -> Bool { ending() != nil }
}
