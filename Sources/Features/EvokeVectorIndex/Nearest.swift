package import EvokeValues
import Synchronization

/// Finds the photos nearest to a vector by comparing all of them in the catalog itself: the reference that every index
/// must match, and the fallback if there is none.
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
        guard try await vectors.countOfMoments(of: model) > 0 else {
            return try await rows(nearestTo: queries, top: count, among: photos)
        }
        return try await bestOfEach(count) { try await rows(nearestTo: queries, top: $0, among: photos) }
    }

    private func rows(
        nearestTo queries: [Embedding], top count: Int, among photos: PhotoSet?
    ) async throws -> [[VectorMatch]] {
        let boards = Mutex(queries.map { _ in TopList(capacity: count) })
        try await forEachBlock(queries) { place, matches in
            boards.withLock { boards in
                for match in matches where photos?.contains(match.id) ?? true { boards[place].offer(match) }
            }
        }
        return boards.withLock { $0.map(\.sorted) }
    }

    package func photos(
        atLeast limit: Float, for query: Embedding, among photos: PhotoSet? = nil
    ) async throws -> PhotoSet {
        try model.check([query])
        let found = Mutex(PhotoSet())
        try await forEachBlock([query]) { _, matches in
            found.withLock { found in
                for match in matches where match.score.isFinite && match.score >= limit {
                    if photos?.contains(match.id) ?? true { found.insert(match.id) }
                }
            }
        }
        return found.withLock { $0 }
    }

    private func forEachBlock(
        _ queries: [Embedding],
        _ body: @escaping @Sendable (Int, [VectorMatch]) -> Void
    ) async throws {
        let kernels = try Kernels.chosen()
        try await vectors.scan(model) { ids, halfFloats in
            var scores = [Float](repeating: 0, count: ids.count)
            for (place, query) in queries.enumerated() {
                halfFloats.withMemoryRebound(to: UInt16.self) {
                    kernels.dot(query.values, $0.baseAddress!, ids.count, &scores)
                }
                body(place, zip(ids, scores).map(VectorMatch.init))
            }
        }
    }
}
