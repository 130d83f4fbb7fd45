import Glibc
import PhotoCore

/// Keeps a second process out of a download; the kernel lets go of it when the process ends, however it ends.
final class DownloadLock: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Nil when another process has it, or this one in another place.
    static func take(in folder: FilePath) throws(EvokeError) -> DownloadLock? {
        let file = folder.appending("lock")
        var tries = 5
        while true {
            let descriptor = file.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
            guard descriptor >= 0 else { throw .system(errno, doing: "lock the download", subject: folder) }
            let lock = DownloadLock(descriptor)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                // Whoever only looks has it for an instant.
                tries -= 1
                if tries == 0 { return nil }
                usleep(20_000)
                continue
            }
            var held = stat()
            // The folder may have been deleted, and made again, between opening and locking.
            if fstat(descriptor, &held) == 0, let now = FileSystem.status(of: file), now.st_ino == held.st_ino {
                return lock
            }
            guard FileSystem.isFolder(folder) else {
                throw .system(ENOENT, doing: "lock the download", subject: folder)
            }
        }
    }

    static func isHeld(in folder: FilePath) -> Bool {
        let descriptor = folder.appending("lock").withCString { open($0, O_RDWR | O_CLOEXEC) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
}
