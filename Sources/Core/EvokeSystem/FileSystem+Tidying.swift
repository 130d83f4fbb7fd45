package import EvokeValues
import Glibc

/// What putting files away needs of the file system.
extension FileSystem {
    /// The folder that the file's disk is hung in, with all links followed; nil where nobody can tell.
    package static func topFolder(of file: FilePath) -> FilePath? {
        guard var folder = file.parent.flatMap(resolve), let device = status(of: folder)?.device else { return nil }
        while let parent = folder.parent, status(of: parent)?.device == device { folder = parent }
        return folder
    }

    /// Gives a file another name on the same disk, unless there is something of that name.
    package static func moveWhereFree(_ file: FilePath, to target: FilePath, doing: String) throws(EvokeError) {
        if file.withCString({ from in target.withCString { link(from, $0) } }) == 0 {
            // With its old name it would be two photos. Where that stays, the new one goes.
            if file.withCString({ unlink($0) }) == 0 { return }
            let error = errno
            remove(target)
            throw .system(error, doing: doing, subject: file)
        }
        let error = Errno.last
        // A disk may know no second names, and nobody may give one to another user's file.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else {
            throw .system(error.code, doing: doing, subject: error.code == EEXIST ? target : file)
        }
        guard try statusOfItself(target, doing: doing) == nil else {
            throw .system(EEXIST, doing: doing, subject: target)
        }
        try move(file, to: target, doing: doing)
    }

    /// Says when a file was written last, in nanoseconds since 1970.
    package static func setModified(_ nanoseconds: Int64, of path: FilePath) throws(EvokeError) {
        let (seconds, rest) = nanoseconds.flooredQuotientAndRemainder(by: 1_000_000_000)
        // What was read last is left as it is.
        let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
        let times = [unchanged, timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))]
        if path.withCString({ utimensat(AT_FDCWD, $0, times, 0) }) != 0 {
            throw .system(errno, doing: "say when it was written", subject: path)
        }
    }
}
