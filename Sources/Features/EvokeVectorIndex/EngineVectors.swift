package import EvokePorts
package import EvokeValues
import Synchronization

/// The vectors of a library's photos, searched by an engine that stores them; its candidates are scored here.
package struct EngineVectors: LibrarySearching {
    /// The number of additional candidates, because the engine may order near ones differently.
    private static let spare = 16
    /// How often to ask for more candidates. Further photos would be as near as those found, to four digits.
    private static let tries = 3
    /// Beyond this number, reading the whole catalog is faster than requesting photos one by one.
    private static let most = 16_384

    private let engine: any VectorEngine
    private let catalog: any VectorReading
    private let model: ModelID
    private let notify: @Sendable (SearchIndexBuild) -> Void

    package init(
        _ engine: any VectorEngine, of model: ModelID, catalog: any VectorReading,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in }
    ) {
        self.engine = engine
        self.catalog = catalog
        self.model = model
        self.notify = notify
    }

    package func search(
        _ queries: [Embedding], top count: Int, among photos: PhotoSet? = nil
    ) async throws -> [[VectorMatch]] {
        try model.check(queries)
        let count = min(count, photos?.count ?? count)
        guard count > 0 else { return queries.map { _ in [] } }
        guard count <= Self.most else {
            return try await Nearest(catalog, model: model).search(queries, top: count, among: photos)
        }
        var answers: [[VectorMatch]] = []
        for query in queries { answers.append(try await best(count, for: query, among: photos)) }
        return answers
    }

    private func best(_ count: Int, for query: Embedding, among photos: PhotoSet?) async throws -> [VectorMatch] {
        // A power of two, so that the engine sees few different limits.
        var limit = 1 << (Int.bitWidth - (count + Self.spare - 1).leadingZeroBitCount)
        var tries = 1
        while true {
            let candidates = try await engine.candidates(near: query, limit: limit, among: photos)
            var best = TopList(capacity: count)
            for match in try matches(candidates, query) { best.offer(match) }
            let found = best.sorted
            if candidates.isAll { return found }
            if found.count == count {
                let worst = found.last?.score ?? 0
                if candidates.bound.map({ worst > $0 }) ?? true || tries == Self.tries { return found }
                tries += 1
            }
            // Some of the nearest photos cannot be shown, or many are equally near.
            limit *= 2
        }
    }

    package func photos(
        atLeast limit: Float, for query: Embedding, among photos: PhotoSet? = nil
    ) async throws -> PhotoSet {
        try model.check([query])
        guard photos?.isEmpty != true else { return PhotoSet() }
        let candidates = try await engine.candidates(atLeast: limit, for: query, among: photos)
        var found = candidates.certain
        for match in try matches(candidates, query) where match.score.isFinite && match.score >= limit {
            found.insert(match.id)
        }
        return found
    }

    private func matches(_ candidates: VectorCandidates, _ query: Embedding) throws(EvokeError) -> [VectorMatch] {
        let kernels = try Kernels.chosen()
        var scores = [Float](repeating: 0, count: candidates.ids.count)
        candidates.halfFloats.withUnsafeBytes { halfFloats in
            guard let rows = halfFloats.bindMemory(to: UInt16.self).baseAddress else { return }
            kernels.dot(query.values, rows, candidates.ids.count, &scores)
        }
        return zip(candidates.ids, scores).map(VectorMatch.init)
    }

    package func count() async throws -> Int? { try await engine.count() }

    package func prepare() async throws {
        guard let setback = try await engine.setback() else { return }
        notify(SearchIndexBuild(reason: nil, photos: 0, setback: setback))
    }

    package func bringUpToDate() async throws {
        try await engine.makeReady(notify: notify)
    }

    // The engine searches the catalog's current state, so nothing is cached here.
    package func takeIn() {}
    package func askAgain() {}
    package var hasPhotos: Bool { false }
}

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
