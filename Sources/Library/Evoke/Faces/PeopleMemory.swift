package import EvokeValues
import EvokeWorkers

/// What a process that finds faces remembers of the people in its library between runs.
package final class PeopleMemory: Sendable {
    private let mind = Locked<KnownPeople?>(nil)
    private let executor = BlockingExecutor(width: 1)

    package init() {}

    /// Resets to the initial state.
    func forget() { mind.withLock { $0 = nil } }

    /// Groups new faces. If only this process has made changes since the last time, it need not read all faces.
    ///
    /// - Returns: whether it got by without reading them.
    @discardableResult
    package func placeFaces(in catalog: any PhotoCatalog, by finder: FaceFinderID) async throws -> Bool {
        if try await follow(catalog, finder) { return true }
        forget()
        let stamp = try await catalog.faceNews(since: nil, by: finder).stamp
        let placed = try await catalog.placeFaces()
        guard let placed, placed.album.finder == finder else { return false }
        mind.withLock { $0 = KnownPeople(placed.album, placed.grouping, by: finder, stamp: stamp) }
        try await confirm(placed.people, in: catalog, finder, since: stamp)
        return false
    }

    /// False if something else has changed.
    private func follow(_ catalog: any PhotoCatalog, _ finder: FaceFinderID) async throws -> Bool {
        guard let stamp = mind.withLock({ $0?.finder == finder ? $0?.stamp : nil }) else { return false }
        let news = try await catalog.faceNews(since: stamp, by: finder)
        // In place: a copy would take longer than everything else.
        let placed = try await executor.run { [mind] in try mind.withLock { try $0?.follow(news) } }
        guard let placed else { return false }
        if placed.faces.isEmpty { return true }
        guard try await catalog.record(placed, isAll: false) else { return false }
        try await confirm(placed, in: catalog, finder, since: news.stamp)
        return true
    }

    /// Changes of others in between must not be taken for those of this process.
    private func confirm(
        _ placed: PlacedPeople, in catalog: any PhotoCatalog, _ finder: FaceFinderID, since stamp: VectorStamp
    ) async throws {
        let news = try await catalog.faceNews(since: stamp, by: finder)
        mind.withLock { if $0?.wasRecorded(placed, news) == false { $0 = nil } }
    }
}
