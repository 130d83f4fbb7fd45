package import EvokeValues

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A lock on an open file or folder, which keeps others out until it goes; the kernel lets go of it when the process
/// ends, however it ends.
package final class FileLock: Sendable {
    package let file: OpenFile

    /// Closes the file where the lock cannot be had: `isHeldByAnother` says that another has it.
    package init(_ file: OpenFile, waiting: Bool = false) throws(Errno) {
        self.file = file
        while flock(file.descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let error = Errno.last
            if error.code == EINTR { continue }
            throw error
        }
    }

    /// A file for the lock alone.
    package convenience init(file: FilePath, waiting: Bool = false) throws(Errno) {
        try self.init(OpenFile(file, .changeOrMake, saying: "lock", of: file), waiting: waiting)
    }

    /// A process that is being started has the descriptor, too, until its own program runs: closing alone would leave
    /// the lock with it that long.
    deinit {
        flock(file.descriptor, LOCK_UN)
    }

    /// Whether somebody has it. Those who only look do not see each other, but whoever takes the lock may see them for
    /// an instant.
    package static func isHeld(_ file: FilePath) -> Bool {
        // Where it is not there, nobody has made it to hold it.
        guard let looked = try? OpenFile(file, .change, saying: "lock", of: file) else { return false }
        defer { withExtendedLifetime(looked) {} }
        guard flock(looked.descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(looked.descriptor, LOCK_UN)
        return false
    }
}
