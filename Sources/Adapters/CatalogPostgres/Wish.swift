import Synchronization

/// What somebody asks of a connection, as long as they want it.
final class Wish: Sendable {
    private let hasEnded = Atomic(false)

    var isAlive: Bool { !hasEnded.load(ordering: .relaxed) }

    func end() { hasEnded.store(true, ordering: .relaxed) }
}
