import EvokeValues
import EvokeWorkers

/// A cache of the most recently encoded texts' vectors.
final class RecentTexts: Sendable {
    /// Keyed by UTF-8 bytes, because strings that are equal in Swift can have different tokens.
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

    /// Returns the vectors of several texts, in order. `make` computes the missing ones, each text once.
    func vectors<Failure: Error>(
        of texts: [String], _ make: ([String]) -> [Result<Embedding, Failure>]
    ) -> [Result<Embedding, Failure>] {
        var results: [[UInt8]: Result<Embedding, Failure>] = [:]
        var missing: [String] = []
        for text in texts {
            if let known = vector(of: text) {
                results[Array(text.utf8)] = .success(known)
            } else if !missing.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
                missing.append(text)
            }
        }
        for (text, result) in zip(missing, make(missing)) {
            results[Array(text.utf8)] = result
            if case .success(let vector) = result { keep(vector, of: text) }
        }
        return texts.compactMap { results[Array($0.utf8)] }
    }
}
