import CKernels
public import PhotoCore
import Synchronization

/// Finds the photos nearest to a vector, by looking at all of them.
public struct Nearest: Sendable {
    public struct Match: Sendable, Hashable {
        public let id: PhotoID
        public let score: Float
    }

    private let vectors: any VectorReading
    private let model: ModelID

    public init(_ vectors: any VectorReading, model: ModelID) {
        self.vectors = vectors
        self.model = model
    }

    /// For each query the best `count` photos, best first; equal scores in the order of the photos' numbers.
    public func search(_ queries: [Embedding], top count: Int, except: PhotoID? = nil) async throws -> [[Match]] {
        guard count > 0, !queries.isEmpty else { return queries.map { _ in [] } }
        precondition(queries.allSatisfy { $0.dimensions == model.dimensions })
        let boards = Mutex(queries.map { _ in TopList(capacity: count) })
        let dimensions = model.dimensions
        try await vectors.scan(model) { ids, halves in
            boards.withLock { boards in
                var scores = [Float](repeating: 0, count: ids.count)
                for (place, query) in queries.enumerated() {
                    halves.withMemoryRebound(to: UInt16.self) {
                        evoke_dot_f16(query.values, $0.baseAddress, ids.count, dimensions, &scores)
                    }
                    for (id, score) in zip(ids, scores) where id != except {
                        boards[place].offer(Match(id: id, score: score))
                    }
                }
            }
        }
        return boards.withLock { $0.map(\.sorted) }
    }
}
