import EvokeIndexing
package import EvokePorts
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Finds faces in photos that this machine's finder has not searched, if the owner wants that, and stores them as
    /// they come. Photos that cannot be read now are left to a later run. Then it groups the faces.
    ///
    /// Throws errors of the finder that are not about a photo, and `CancellationError`.
    func findFaces(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws {
        try await faceWork(notify)? { true }
    }

    /// The same in pieces; nil if no faces are to be found here.
    func faceWork(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws -> LateWork? {
        guard configuration.faceFinder != nil else { return nil }
        let (catalog, engine, memory) = (try await catalog, try await engine, configuration.peopleMemory)
        guard try await catalog.keepsPeople() else {
            memory.forget()
            return nil
        }
        guard let finding = try await configuration.faceFinder(of: catalog) else { return nil }
        let finder = try await catalog.finder(of: finding)
        let analysis = FileAnalysis.faces(by: finding, finder, in: catalog, notify)
        let pass = AnalysisPass(
            of: .faces(by: finder), in: catalog, by: engine, find: { try await analysis.found(in: $0, by: engine) },
            notify: { notify(.findingFaces(done: $0, total: $1)) })
        return { isWanted in
            try await pass.run {
                // If people are turned off meanwhile, it stops at once.
                guard await isWanted() else { return false }
                return try await catalog.keepsPeople()
            }
            try await memory.placeFaces(in: catalog, by: finder)
        }
    }

    /// The same as the end of an indexing run: a failing finder is reported as a problem and does not end the run.
    func findFaces(in report: inout IndexReport, _ notify: @escaping @Sendable (IndexEvent) -> Void) async {
        await report.trying("find faces in photos", .inference, notify) { try await findFaces(notify) }
    }
}

extension FileAnalysis<FoundFaces> {
    static func faces(
        by finding: any FaceFinding, _ finder: FaceFinderID, in catalog: any PhotoCatalog,
        _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) -> FileAnalysis {
        FileAnalysis(
            find: { card in
                // A copy of a photo that was added later.
                if let known = try await catalog.result(.faces(by: finder), of: card) { return known }
                return FoundFaces(try await finding.faces(in: card.path, named: card.path), by: finder)
            }, nothing: { FoundFaces(PictureFaces([], in: $0), by: finder) }, notify: notify)
    }
}

/// Finds faces as one of several workers on a library in a database, while nothing else is to be done. There is no
/// queue for this: each worker picks photos at random, and skips those that another has done by then. Two may
/// occasionally do the same photo, but nothing has to be given back. Faces found by another finder are left to the next
/// indexing run.
actor SharedFaces {
    /// Some of this many next photos are picked.
    private static let listed = 256
    private static let takenForEach = 4

    private let library: PhotoLibrary
    private let notify: @Sendable (IndexEvent) -> Void
    /// Photos that were left to a later run, or are not on this machine.
    private var passedOver: Set<PhotoID> = []
    private var last = PhotoID(-1)
    private var done = 0
    /// Whether there may be faces that are not grouped yet.
    private var isNews = true
    private var isOver = false

    init(_ library: PhotoLibrary, notify: @escaping @Sendable (IndexEvent) -> Void) {
        (self.library, self.notify) = (library, notify)
    }

    /// False if there is nothing to do for this machine, or if the finder has failed.
    func findSome() async throws -> Bool {
        let (catalog, memory) = (try await library.catalog, library.configuration.peopleMemory)
        guard !isOver else { return false }
        guard try await catalog.keepsPeople() else {
            memory.forget()
            return false
        }
        let (finding, finder): (any FaceFinding, FaceFinderID)
        do {
            guard let here = try await library.configuration.faceFinder(of: catalog) else { return false }
            (finding, finder) = (here, try await catalog.finder(of: here))
        } catch let error as EvokeError where !error.kind.isOfCatalog {
            return fail(error)
        }
        if let usual = try await catalog.usualFaceFinder(), usual != finder { return fail(Self.foundByAnother) }
        let photos = try await take(from: catalog, finder)
        if photos.isEmpty {
            if isNews { try await memory.placeFaces(in: catalog, by: finder) }
            isNews = false
            return false
        }
        isNews = true
        do {
            try await find(in: photos, by: finding, finder, catalog)
        } catch let error as EvokeError where !error.kind.isOfCatalog {
            return fail(error)
        }
        return true
    }

    /// Reports the error, and records nothing about photos.
    private func fail(_ error: EvokeError) -> Bool {
        isOver = true
        notify(.problem(error))
        return false
    }

    private static let foundByAnother = EvokeError(
        .unsupported, doing: "find faces in photos", subject: "",
        reason: "the library's faces were found with graphs that this machine does not have",
        remedies: [
            .advice("Install the same graphs on this machine."),
            .advice("Or index from this machine, to find all faces again with its own graphs."),
        ])

    private func take(from catalog: any PhotoCatalog, _ finder: FaceFinderID) async throws -> [PhotoCard] {
        while true {
            let next = try await catalog.photos(lacking: .faces(by: finder), after: last, limit: Self.listed)
            let some = next.filter { !$0.path.isElsewhere && !passedOver.contains($0.id) }.shuffled()
                .prefix(Engine.cores * Self.takenForEach)
            if !some.isEmpty {
                let known = try await catalog.results(.faces, of: some.compactMap(\.content)).filter {
                    $1.finder != finder
                }
                let others = some.filter { $0.content.map { known[$0] != nil } ?? true }
                passedOver.formUnion(others.map(\.id))
                if others.count == some.count { continue }
                return some.filter { !passedOver.contains($0.id) }
            }
            guard next.count == Self.listed, let end = next.last else {
                last = PhotoID(-1)
                return []
            }
            last = end.id
        }
    }

    private func find(
        in photos: [PhotoCard], by finding: any FaceFinding, _ finder: FaceFinderID, _ catalog: any PhotoCatalog
    ) async throws {
        let total = done + (try await catalog.count(lacking: .faces(by: finder)))
        notify(.findingFaces(done: done, total: total))
        let analysis = FileAnalysis.faces(by: finding, finder, in: catalog, notify)
        passedOver.formUnion(try await Self.analyze(photos, by: analysis, finder, catalog, library.engine))
        done += photos.count
        notify(.findingFaces(done: done, total: max(done, total)))
    }

    /// Returns those that are left to a later run.
    private static func analyze(
        _ photos: [PhotoCard], by analysis: FileAnalysis<FoundFaces>, _ finder: FaceFinderID,
        _ catalog: any PhotoCatalog, _ engine: Engine
    ) async throws -> [PhotoID] {
        var (rest, found, left) = (photos[...], [ContentDigest: FoundFaces](), [PhotoID]())
        let outcome = await Result {
            try await OrderedPipeline(width: Engine.cores, slack: Engine.cores).run(
                pulling: { try await catalog.keepsPeople() ? rest.popFirst() : nil },
                work: { ($0, try await analysis.found(in: $0, seenByOthers: engine)) },
                deliver: { card, one in
                    if let content = card.content, let one { found[content] = one } else { left.append(card.id) }
                })
        }
        // Also after a cancellation, to keep what was done.
        let kept = found
        if !kept.isEmpty { try await Task { try await catalog.record(kept, as: .faces(by: finder)) }.value }
        try outcome.get()
        return left
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
