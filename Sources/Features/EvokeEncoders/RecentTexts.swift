import EvokeValues
import EvokeWorkers

/// The vectors of the texts that were asked about last.
final class RecentTexts: Sendable {
    private struct State {
        /// By their bytes: what Swift takes for the same text can be other tokens.
        var vectors: [[UInt8]: (embedding: Embedding, used: Int)] = [:]
        var clock = 0
    }

    private let capacity: Int
    private let state = Locked(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(_ text: String) -> Embedding? {
        get {
            let key = Array(text.utf8)
            return state.withLock { state in
                state.clock += 1
                state.vectors[key]?.used = state.clock
                return state.vectors[key]?.embedding
            }
        }
        set {
            state.withLock { state in
                state.clock += 1
                state.vectors[Array(text.utf8)] = newValue.map { ($0, state.clock) }
                if state.vectors.count > capacity, let oldest = state.vectors.min(by: { $0.value.used < $1.value.used })
                {
                    state.vectors[oldest.key] = nil
                }
            }
        }
    }
}
