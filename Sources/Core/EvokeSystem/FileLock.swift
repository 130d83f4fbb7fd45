package import EvokeValues
import Glibc

/// A lock on an open file or folder, which keeps others out until it goes; the kernel lets go of it when the process
/// ends, however it ends.
package final class FileLock: Sendable {
    package let descriptor: Int32

    /// Owns the descriptor from here on, and closes it where the lock cannot be had: `EWOULDBLOCK` says that another
    /// has it.
    package init(_ descriptor: Int32, waiting: Bool = false) throws(Errno) {
        self.descriptor = descriptor
        while flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            throw Errno(code: code)
        }
    }

    /// A file for the lock alone.
    package convenience init(file: FilePath, waiting: Bool = false) throws(Errno) {
        let descriptor = file.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw Errno(code: errno) }
        try self.init(descriptor, waiting: waiting)
    }

    /// A process that is being started has the descriptor, too, until its own program runs: closing alone would leave
    /// the lock with it that long.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether somebody has it. Those who only look do not see each other, but whoever takes the lock may see them for
    /// an instant.
    package static func isHeld(_ file: FilePath) -> Bool {
        let descriptor = file.withCString { open($0, O_RDWR | O_CLOEXEC) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(descriptor, LOCK_UN)
        return false
    }

    package struct Errno: Error {
        package let code: Int32

        package var isHeldByAnother: Bool { code == EWOULDBLOCK }
    }
}
