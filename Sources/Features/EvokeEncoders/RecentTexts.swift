import EvokeValues
import EvokeWorkers

/// The vectors of the texts that were asked about last.
final class RecentTexts: Sendable {
    /// By their bytes: what Swift takes for the same text can be other tokens.
    private let vectors: Locked<RecentlyUsed<[UInt8], Embedding>>

    init(capacity: Int) {
        vectors = Locked(RecentlyUsed(capacity: capacity))
    }

    func vector(of text: String) -> Embedding? {
        vectors.withLock { $0.value(for: Array(text.utf8)) }
    }

    func keep(_ vector: Embedding, of text: String) {
        vectors.withLock { $0.keep(vector, for: Array(text.utf8)) }
    }
}
