package import EvokeValues
import Glibc

/// What moving files to the trash needs from the file system.
extension FileSystem {
    /// The mount point of the file's disk, with all links followed; nil if unknown.
    package static func topFolder(of file: FilePath) -> FilePath? {
        guard var folder = file.parent.flatMap(resolve), let device = status(of: folder)?.device else { return nil }
        while let parent = folder.parent, status(of: parent)?.device == device { folder = parent }
        return folder
    }

    /// Sets the modification time, in nanoseconds since 1970.
    package static func setModified(_ nanoseconds: Int64, of path: FilePath) throws(EvokeError) {
        let (seconds, rest) = nanoseconds.flooredQuotientAndRemainder(by: 1_000_000_000)
        // UTIME_OMIT: the access time stays.
        let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
        let times = [unchanged, timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))]
        if path.withCString({ utimensat(AT_FDCWD, $0, times, 0) }) != 0 {
            throw .system(errno, doing: "set the modification time of", subject: path)
        }
    }
}
