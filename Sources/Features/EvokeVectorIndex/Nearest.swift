package import EvokePorts
package import EvokeValues
import Synchronization

/// Finds the photos nearest to a vector by looking at all of them, in the catalogue itself: what every index must agree
/// with, and what answers where there is none.
package struct Nearest: VectorSearching {
    private let vectors: any VectorReading
    private let model: ModelID

    package init(_ vectors: any VectorReading, model: ModelID) {
        self.vectors = vectors
        self.model = model
    }

    package func search(
        _ queries: [Embedding], top count: Int, among photos: PhotoSet? = nil
    ) async throws -> [[VectorMatch]] {
        try model.check(queries)
        guard count > 0, !queries.isEmpty else { return queries.map { _ in [] } }
        let kernels = try Kernels.chosen()
        let boards = Mutex(queries.map { _ in TopList(capacity: count) })
        try await vectors.scan(model) { ids, halves in
            boards.withLock { boards in
                var scores = [Float](repeating: 0, count: ids.count)
                for (place, query) in queries.enumerated() {
                    halves.withMemoryRebound(to: UInt16.self) {
                        kernels.dot(query.values, $0.baseAddress!, ids.count, &scores)
                    }
                    for (id, score) in zip(ids, scores) where photos?.contains(id) ?? true {
                        boards[place].offer(VectorMatch(id: id, score: score))
                    }
                }
            }
        }
        return boards.withLock { $0.map(\.sorted) }
    }
}
