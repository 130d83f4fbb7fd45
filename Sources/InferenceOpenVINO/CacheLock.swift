import Glibc
import PhotoCore

/// One process at a time fills or reads the folder of compiled graphs: OpenVINO itself fails, or worse, where two
/// find a graph missing and both write it. The kernel lets go of it when the process ends, however it ends.
final class CacheLock {
    private let descriptor: Int32

    /// Waits for the others; nil where there is no place for a cache.
    init?(in folder: FilePath) {
        guard (try? FileSystem.makeFolder(folder)) != nil else { return nil }
        descriptor = folder.appending("lock").withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
    }

    deinit {
        close(descriptor)
    }
}
