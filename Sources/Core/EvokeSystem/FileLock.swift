package import EvokeValues
import Foundation

/// A lock on an open file or folder, held until this object goes; the kernel releases it when the process ends, however
/// it ends.
package final class FileLock: Sendable {
    package let file: OpenFile

    /// Closes the file if the lock is not available; `isHeldByAnother` tells whether another process holds it.
    package init(_ file: OpenFile, waiting: Bool = false) throws(Errno) {
        self.file = file
        while flock(file.descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let error = Errno.last
            if error.code == EINTR { continue }
            throw error
        }
    }

    /// A file that serves only as a lock.
    package convenience init(file: DiskPath, waiting: Bool = false) throws(Errno) {
        try self.init(OpenFile(file, .changeOrMake, saying: "lock", of: file), waiting: waiting)
    }

    /// A child process being started shares the descriptor until its program runs, so closing alone would leave the
    /// lock held that long.
    deinit {
        flock(file.descriptor, LOCK_UN)
    }

    /// Whether somebody holds it. Processes that only check do not see each other, but one that takes the lock may see
    /// them for an instant.
    package static func isHeld(_ file: DiskPath) -> Bool {
        // A missing file was never made to be locked.
        guard let looked = try? OpenFile(file, .change, saying: "lock", of: file) else { return false }
        defer { withExtendedLifetime(looked) {} }
        guard flock(looked.descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(looked.descriptor, LOCK_UN)
        return false
    }
}
