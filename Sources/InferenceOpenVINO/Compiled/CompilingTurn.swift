import Glibc
import PhotoCore

/// Spares those who need the same graph at the same time the work of compiling it twice. That is all: it is only waited
/// for so long, and who has waited long enough goes on without it. The kernel gives it back when a process ends.
final class CompilingTurn {
    private static let look = Duration.milliseconds(20)

    /// Whether another was at work, and the graph may be there now.
    private(set) var hasWaited = false
    private let file: FilePath
    private let descriptor: Int32
    private var isHeld = false

    init(at place: FilePath, patience: Duration) {
        file = FilePath(bytes: place.bytes + Array(".turn".utf8))
        descriptor = file.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { return }
        let end = ContinuousClock.now + patience
        while true {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                isHeld = true
                return
            }
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            hasWaited = true
            if FileSystem.status(of: place) != nil || ContinuousClock.now >= end { return }
            usleep(UInt32(nearest: Self.look / .microseconds(1)))
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        if isHeld { _ = file.withCString { unlink($0) } }
        close(descriptor)
    }
}
