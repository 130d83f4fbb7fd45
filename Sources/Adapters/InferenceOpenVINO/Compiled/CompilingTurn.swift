import EvokeSystem
import EvokeValues

/// Avoids compiling the same graph twice at the same time. Nothing more depends on it: after a while, a waiting
/// process goes ahead anyway.
final class CompilingTurn {
    private static let look = Duration.milliseconds(20)

    /// Whether it waited for another process, so that the graph may be in the cache now.
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
