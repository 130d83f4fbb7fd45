package import EvokePorts
package import EvokeValues

/// The vectors of one model, searched by an engine with a copy of them that is filled from the catalog's log of
/// changes. The engine only returns photos; their vectors, and those that have changed since, come from the catalog.
///
/// If there are few photos or the copy cannot be used, every photo is compared.
package actor CopiedVectors: VectorEngine {
    /// The number of changes that a search handles itself.
    private static let fewChanges = 1_024
    /// The most that it handles while another process fills the copy.
    private static let mostChanges = 16_384
    private static let rowsAtOnce = 1_024
    /// The number of photos that can be passed to the engine quickly.
    private static let fewNames = 65_536
    private static let mostNames = 524_288

    /// What is known about the copy.
    private struct Copy {
        /// The state of the catalog that it represents, together with these changes.
        var stamp: VectorStamp
        var changed: Set<PhotoID> = []
    }

    private let source: any VectorSource
    private let makeStore: @Sendable (_ name: String) throws(EvokeError) -> any VectorStore
    private let few: Int
    private var knownStore: (any VectorStore)?
    private var copy: Copy?
    private var update: Task<Copy?, any Error>?

    /// - Parameters:
    ///   - few: up to this many photos, each is compared, so that none is missed.
    ///   - store: opens the store of the copy.
    package init(
        of source: any VectorSource, few: Int = 16_384,
        in store: @escaping @Sendable (_ name: String) throws(EvokeError) -> any VectorStore
    ) {
        (self.source, self.few) = (source, few)
        makeStore = store
    }

    private func store() async throws -> any VectorStore {
        if let knownStore { return knownStore }
        let store = try makeStore(try await source.name())
        knownStore = store
        return store
    }

    package func candidates(near query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> VectorCandidates
    {
        let count = try await count()
        let store = try await store()
        if photos?.count ?? count > few, limit <= store.most, let copy = try await current(),
            let named = try await nearest(to: query, limit: limit, among: photos, ofAll: count),
            // If it returns fewer, it has lost some, or a filter has misled it.
            named.count >= limit
        {
            let ids = copy.changed.union(named).filter { photos?.contains($0) ?? true }
            let rows = try await source.vectors(of: ids.sorted())
            var candidates = VectorCandidates(isAll: false)
            (candidates.ids, candidates.halfFloats) = (rows.ids, rows.halfFloats)
            return candidates
        }
        return try await source.candidates(near: query, limit: limit, among: photos)
    }

    /// The photos that the engine returns. Nil if its copy is gone.
    private func nearest(
        to query: Embedding, limit: Int, among photos: PhotoSet?, ofAll count: Int
    ) async throws -> [PhotoID]? {
        let store = try await store()
        guard let photos, photos.count > Self.fewNames else {
            return try await found(store.nearest(to: query, limit: limit, among: photos))
        }
        // Passing this many takes long. Among more of the nearest photos, some are allowed.
        let more = 2 * limit * (count / photos.count + 1)
        if more <= store.most {
            guard let near = try await found(store.nearest(to: query, limit: more, among: nil)) else { return nil }
            let allowed = near.filter(photos.contains)
            if allowed.count >= limit { return allowed }
        }
        guard photos.count <= Self.mostNames else { return [] }
        return try await found(store.nearest(to: query, limit: limit, among: photos))
    }

    private func found(_ photos: [PhotoID]?) -> [PhotoID]? {
        if photos == nil { copy = nil }
        return photos
    }

    /// Returns all of them, because an engine could miss some.
    package func candidates(
        atLeast limit: Float, for query: Embedding, among photos: PhotoSet?
    ) async throws -> VectorCandidates {
        try await source.candidates(atLeast: limit, for: query, among: photos)
    }

    package func count() async throws -> Int { try await source.count() }

    // MARK: - Keeping in step

    /// A copy of the catalog's current state; nil if there is none.
    private func current() async throws -> Copy? {
        if let copy, try await source.vectorStamp() == copy.stamp { return copy }
        // Concurrent callers wait for the same update.
        if let update { return try await update.value }
        let task = Task { try await next() }
        update = task
        defer { update = nil }
        copy = try await task.value
        return copy
    }

    private func next() async throws -> Copy? {
        if let copy, let next = try await taking(Self.fewChanges - copy.changed.count, after: copy) { return next }
        let store = try await store()
        // Another process may have filled it meanwhile.
        guard let stamp = try await store.stamp() else { return nil }
        if let next = try await taking(Self.fewChanges, after: Copy(stamp: stamp)) { return next }
        if let lock = try await source.lockForFilling() {
            defer { lock.release() }
            guard let stamp = try await store.stamp() else { return nil }
            return try await filled(from: stamp).map { Copy(stamp: $0) }
        }
        return try await taking(Self.mostChanges, after: Copy(stamp: stamp))
    }

    /// Nil if there are more changes, or they are no longer known.
    private func taking(_ limit: Int, after copy: Copy) async throws -> Copy? {
        guard limit > 0, let changes = try await source.vectorChanges(since: copy.stamp, limit: limit), changes.isAll
        else { return nil }
        return Copy(stamp: changes.stamp, changed: copy.changed.union(changes.dropped))
    }

    /// Applies all changes; the caller holds the lock. A state is recorded only once everything up to it is there, and
    /// applying changes twice has no further effect. Nil if the copy's state is no longer known.
    private func filled(from stamp: VectorStamp) async throws -> VectorStamp? {
        let store = try await store()
        var stamp = stamp
        while true {
            guard let changes = try await source.vectorChanges(since: stamp, limit: Self.rowsAtOnce) else { return nil }
            guard changes.stamp != stamp else { return stamp }
            let gone = changes.dropped.subtracting(changes.ids)
            if !gone.isEmpty { try await store.remove(gone.sorted()) }
            if !changes.ids.isEmpty {
                try await store.put(VectorRows(ids: changes.ids, halfFloats: changes.halfFloats))
            }
            try await store.record(changes.stamp)
            stamp = changes.stamp
            if changes.isAll { return stamp }
        }
    }

    package func setback() async throws -> EvokeError? {
        guard try await count() > few else { return nil }
        let store = try await store()
        if let stamp = try await store.stamp(), try await source.vectorChanges(since: stamp, limit: 1) != nil {
            return nil
        }
        return EvokeError(
            .notFound, doing: "search the copy of vectors in", subject: store.place,
            reason: "it is missing or out of date",
            remedies: [
                .advice("For now, searches compare every photo, which takes longer. Index once to fill it."),
                .chooseOption(.vectors, store.place),
            ])
    }

    /// Does nothing if another process is filling the copy.
    package func makeReady(notify: @escaping @Sendable (SearchIndexBuild) -> Void) async throws {
        guard let lock = try await source.lockForFilling() else { return }
        defer { lock.release() }
        let store = try await store()
        let stamp = try await store.stamp()
        if let stamp, try await filled(from: stamp) != nil { return }
        let reason = stamp.map { _ in "it is of a state that the library no longer knows" }
        copy = nil
        notify(SearchIndexBuild(reason: reason, photos: 0))
        // Changes made meanwhile are applied again at the end.
        let begun = try await source.vectorStamp()
        try await store.clear()
        var (last, count) = (PhotoID(0), 0)
        while true {
            let rows = try await source.vectors(after: last, limit: Self.rowsAtOnce)
            guard let end = rows.ids.last else { break }
            try await store.put(rows)
            (last, count) = (end, count + rows.ids.count)
            notify(SearchIndexBuild(reason: reason, photos: count))
        }
        try await store.record(begun)
        _ = try await filled(from: begun)
        try await store.settle()
        notify(SearchIndexBuild(reason: reason, photos: count, isDone: true))
    }
}
