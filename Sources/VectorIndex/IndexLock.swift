import Glibc
import PhotoCore

/// Keeps a second writer from an index; the kernel lets go of it when the process ends, however it ends.
final class IndexLock: Sendable {
    private let descriptor: Int32

    /// nil when another has it, or nothing can be written there.
    init?(_ index: FilePath, waiting: Bool) {
        let file = FilePath(bytes: index.bytes + Array(".lock".utf8))
        descriptor = file.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            close(descriptor)
            return nil
        }
    }

    deinit {
        close(descriptor)
    }
}
