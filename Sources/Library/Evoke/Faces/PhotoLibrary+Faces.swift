import EvokeIndexing
package import EvokePorts
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Finds faces in photos that this machine's finder has not searched, if the owner wants that. Then it groups them.
    /// Nil if there is no finder.
    func faces(_ notify: @escaping @Sendable (IndexEvent) -> Void) -> LatePass<FoundFaces>? {
        guard let usual = configuration.faceFinder else { return nil }
        let memory = configuration.peopleMemory
        let chosen = { @Sendable [self] in try await configuration.faceFinder(of: catalog) ?? usual }
        let madeByAnother = EvokeError(
            .unsupported, doing: "find faces in photos", subject: "",
            reason: "the library's faces were found with graphs that this machine does not have",
            remedies: [
                .advice("Install the same graphs on this machine."),
                .advice("Or index from this machine, to find all faces again with its own graphs."),
            ])
        return LatePass(
            library: self, notify: notify, progress: { .findingFaces(done: $0, total: $1) },
            madeByAnother: madeByAnother,
            isWanted: {
                if try await catalog.keepsPeople() { return true }
                memory.forget()
                return false
            },
            whenDone: { try await memory.placeFaces(in: catalog, by: chosen().finder) },
            files: {
                let (catalog, finding) = (try await catalog, try await chosen())
                let finder = try await catalog.finder(of: finding)
                return FileAnalysis(
                    analysis: .faces(by: finder),
                    find: { card in
                        // A copy of a photo that was added later.
                        if let known = try await catalog.result(.faces(by: finder), of: card) { return known }
                        return FoundFaces(try await finding.faces(in: card.path, named: card.path), by: finder)
                    }, nothing: { FoundFaces(PictureFaces([], in: $0), by: finder) }, notify: notify)
            })
    }
}

/// What a process that finds faces remembers of the people in its library between runs.
package final class PeopleMemory: Sendable {
    private let mind = Locked<KnownPeople?>(nil)
    private let executor = BlockingExecutor(width: 1)

    package init() {}

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
