import EvokeIndexing
import EvokeValues
import EvokeWorkers

/// Finds faces in a library in a database beside other workers, while nothing else waits for this one. Photos wait for it in
/// no queue: each worker takes some by chance, and looks nowhere where another has looked by then. So two may look at the
/// same photo now and then, and nobody has to give anything back. What another finder has found is left to whoever indexes.
actor SharedFaces {
    /// Of so many that come next, some are taken.
    private static let listed = 256
    private static let takenForEach = 4

    private let library: PhotoLibrary
    private let notify: @Sendable (IndexEvent) -> Void
    /// Those that were left to a later run, or are not on this machine.
    private var passedOver: Set<PhotoID> = []
    private var last = PhotoID(-1)
    private var done = 0
    /// Whether faces may have come of which nobody knows yet whose they are.
    private var isNews = true
    /// Whether the finder has failed.
    private var isOver = false

    init(_ library: PhotoLibrary, notify: @escaping @Sendable (IndexEvent) -> Void) {
        (self.library, self.notify) = (library, notify)
    }

    /// False where there is nothing to be done for this machine, or the finder has failed.
    ///
    /// Throws where the library cannot be used, and `CancellationError`.
    func findSome() async throws -> Bool {
        let (catalog, memory) = (try library.catalog, library.places.faceFinders.memory)
        guard !isOver else { return false }
        guard try await catalog.keepsPeople() else {
            memory.forget()
            return false
        }
        let (finding, finder): (any FaceFinding, FaceFinderID)
        do {
            guard let here = try await library.places.faceFinder(of: catalog) else { return false }
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

    /// It is told, and no photo is the worse for it.
    private func fail(_ error: EvokeError) -> Bool {
        isOver = true
        notify(.problem(error))
        return false
    }

    private static let foundByAnother = EvokeError(
        .unsupported, doing: "find faces in photos", subject: "",
        reason: "the library's faces are found with other graphs than this machine has",
        remedies: [
            .advice("Have the same ones on this machine."),
            .advice("Or index from it, and all faces are found anew with what it has."),
        ])

    private func take(from catalog: any PhotoCatalog, _ finder: FaceFinderID) async throws -> [PhotoCard] {
        while true {
            let next = try await catalog.photosWithoutFaces(by: finder, after: last, limit: Self.listed)
            let some = next.filter { !$0.path.isElsewhere && !passedOver.contains($0.id) }.shuffled()
                .prefix(Engine.cores * Self.takenForEach)
            if !some.isEmpty {
                let known = try await catalog.faces(of: some.compactMap(\.content)).filter { $1.finder != finder }
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
        let total = done + (try await catalog.countWithoutFaces(by: finder))
        notify(.findingFaces(done: done, total: total))
        let look = ContentAnalysis.faces(by: finding, finder, in: catalog, notify)
        passedOver.formUnion(try await Self.look(look, at: photos, catalog, library.engine))
        done += photos.count
        notify(.findingFaces(done: done, total: max(done, total)))
    }

    /// Gives those that are left to a later run.
    private static func look(
        _ look: ContentAnalysis<FoundFaces>, at photos: [PhotoCard], _ catalog: any PhotoCatalog, _ engine: Engine
    ) async throws -> [PhotoID] {
        var (rest, found, left) = (photos[...], [ContentDigest: FoundFaces](), [PhotoID]())
        let failure: (any Error)?
        do {
            try await OrderedPipeline(width: Engine.cores, slack: Engine.cores).run(
                pulling: { try await catalog.keepsPeople() ? rest.popFirst() : nil },
                work: { ($0, try await look.found(in: $0, seenByOthers: engine)) },
                deliver: { card, one in
                    if let content = card.content, let one { found[content] = one } else { left.append(card.id) }
                })
            failure = nil
        } catch {
            failure = error
        }
        // Also where the run has been cancelled: what was done stays done.
        let kept = found
        if !kept.isEmpty { try await Task { try await catalog.record(kept) }.value }
        if let failure { throw failure }
        return left
    }
}

extension PhotoLibrary {
    /// What finds faces as one of several workers; nil where nothing finds any here.
    func sharedFaces(_ notify: @escaping @Sendable (IndexEvent) -> Void) throws -> SharedFaces? {
        places.faceFinder.map { _ in SharedFaces(self, notify: notify) }
    }
}
