package import EvokeValues
import EvokeWorkers

/// What a process that finds faces keeps in mind of the people of its library, from one run to the next.
package final class PeopleMemory: Sendable {
    private let mind = Locked<KnownPeople?>(nil)
    private let executor = BlockingExecutor(width: 1)

    package init() {}

    /// As when the process began.
    func forget() { mind.withLock { $0 = nil } }

    /// Finds out whose faces are that have no place yet. Where only this process has changed something since it last did so,
    /// that takes no reading of all faces.
    ///
    /// - Returns: whether it did not have to read them.
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

    /// False where something else has changed.
    private func follow(_ catalog: any PhotoCatalog, _ finder: FaceFinderID) async throws -> Bool {
        guard let stamp = mind.withLock({ $0?.finder == finder ? $0?.stamp : nil }) else { return false }
        let news = try await catalog.faceNews(since: stamp, by: finder)
        // In its place: a copy would take longer than all else.
        let placed = try await executor.run { [mind] in try mind.withLock { try $0?.follow(news) } }
        guard let placed else { return false }
        if placed.faces.isEmpty { return true }
        guard try await catalog.record(placed, isAll: false) else { return false }
        try await confirm(placed, in: catalog, finder, since: news.stamp)
        return true
    }

    /// Whoever changed something in between is not taken for this process.
    private func confirm(
        _ placed: PlacedPeople, in catalog: any PhotoCatalog, _ finder: FaceFinderID, since stamp: VectorStamp
    ) async throws {
        let news = try await catalog.faceNews(since: stamp, by: finder)
        mind.withLock { if $0?.wasRecorded(placed, news) == false { $0 = nil } }
    }
}
