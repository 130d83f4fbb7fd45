import EvokeValues

/// An index with the changes that it lacks.
struct IndexSnapshot: Sendable {
    let index: VectorIndex
    /// The state that it represents.
    let stamp: VectorStamp
    /// The number of rows that are searched.
    let rows: Int
    /// The rows of the index that are still valid; nil for all.
    private var rest: RowFilter?
    private let ids: [PhotoID]
    private let halfFloats: [Float16]

    init(_ index: VectorIndex, _ changes: VectorChanges) {
        self.index = index
        stamp = changes.stamp
        ids = changes.ids
        halfFloats = changes.halfFloats
        let outdated = index.rows(of: changes.dropped)
        rows = index.count - outdated.count + ids.count
        rest = outdated.isEmpty ? nil : index.filter(without: outdated)
    }

    func search(_ queries: [Embedding], top count: Int, among photos: PhotoSet?) async throws -> [[VectorMatch]] {
        let found = try await index.search(queries, top: count, among: filter(photos))
        if ids.isEmpty { return found }
        return zip(queries, found).map { query, matches in
            var best = TopList(capacity: count)
            for match in matches { best.offer(match) }
            for match in self.matches(query) where photos?.contains(match.id) ?? true { best.offer(match) }
            return best.sorted
        }
    }

    func photos(atLeast limit: Float, for query: Embedding, among photos: PhotoSet?) async throws -> PhotoSet {
        var found = try await index.photos(atLeast: limit, for: query, among: filter(photos))
        for match in matches(query) where match.score >= limit && photos?.contains(match.id) ?? true {
            found.insert(match.id)
        }
        return found
    }

    private func filter(_ photos: PhotoSet?) -> RowFilter? { photos.map { index.filter($0, among: rest) } ?? rest }

    private func matches(_ query: Embedding) -> [VectorMatch] {
        var scores = [Float](repeating: 0, count: ids.count)
        halfFloats.withUnsafeBytes {
            index.kernels.dot(query.values, $0.assumingMemoryBound(to: UInt16.self).baseAddress!, ids.count, &scores)
        }
        return zip(ids, scores).map(VectorMatch.init)
    }
}
