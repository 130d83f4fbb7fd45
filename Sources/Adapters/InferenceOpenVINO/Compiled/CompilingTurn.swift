import EvokeSystem
import EvokeValues

/// Spares those who need the same graph at the same time the work of compiling it twice. That is all: it is only waited
/// for so long, and who has waited long enough goes on without it.
final class CompilingTurn {
    private static let look = Duration.milliseconds(20)

    /// Whether another was at work, and the graph may be there now.
    private(set) var hasWaited = false
    private let file: FilePath
    private var lock: FileLock?

    init(at place: FilePath, patience: Duration) {
        file = FilePath(bytes: place.bytes + Array(".turn".utf8))
        let end = ContinuousClock.now + patience
        while true {
            do throws(Errno) {
                lock = try FileLock(file: file)
                return
            } catch {
                guard error.isHeldByAnother else { return }
            }
            hasWaited = true
            if FileSystem.status(of: place) != nil || ContinuousClock.now >= end { return }
            SystemClock.pause(Self.look)
        }
    }

    deinit {
        if lock != nil { FileSystem.remove(file) }
    }
}
