package import EvokeAnalysis
package import EvokePorts
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Photos of which one is enough.
    public var duplicates: Duplicates { Duplicates(library: self) }

    /// Photos of which one is enough: exact copies, the same pictures, and bursts.
    public struct Duplicates: Sendable {
        let library: PhotoLibrary
    }

    /// Compares photos that have a fingerprint with all others, unless that was done before. After a cancellation, the
    /// rest is left to a later run.
    func compareFingerprints(_ notify: @Sendable (IndexEvent) -> Void) async throws {
        let engine = try await engine
        let pictures = KeptPictures(thumbnails: ThumbnailFolder(in: folder, executor: engine.executor), engine: engine)
        try await configuration.copiesMemory.compare(
            in: catalog, pictures: { try await pictures.pixels(of: $0) },
            notify: { notify(.comparing(done: $0, total: $1)) })
    }
}

extension PhotoLibrary.Duplicates {
    /// The groups: first exact copies, then the same pictures, then bursts; within each
    /// kind, those that take most space first. A picture that exists several times is in a burst once.
    ///
    /// Photos that no indexing run has compared are in no group, except for exact copies: ``countNotCompared()``.
    /// Hidden photos are in no group.
    ///
    /// Throws `EvokeError` if the library cannot be read, and `CancellationError`.
    ///
    /// - Parameters:
    ///   - photos: only these are compared with each other; nil for all.
    ///   - notify: called with the number of groups whose best photo is known.
    public func groups(
        _ kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases), among photos: PhotoSet? = nil,
        notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [DuplicateGroup] {
        let library = try await library.opened()
        let hidden = try await library.catalog.hiddenPhotos()
        return try await library.ranked(library.found(kinds, among: photos).without(hidden), notify: notify)
    }

    /// How many photos no indexing run has compared with the others.
    ///
    /// Throws `EvokeError` if the library cannot be read.
    public func countNotCompared() async throws -> Int {
        try await library.kept.memory.notCompared.value(at: library.kept.state()) {
            try await library.current { library in
                let catalog = try library.catalog
                return try await catalog.count(lacking: .fingerprint)
                    + catalog.countNotCompared(by: FingerprintComparer.judge)
            }
        }
    }

    /// The known duplicates. If the library has changed since they were found, a new search begins, and
    /// ``PhotoLibrary/changes`` reports its progress; the last result is kept until the photos change. During indexing,
    /// older groups are returned as they were.
    ///
    /// Throws `EvokeError` if the library cannot be read, and, once, the error that ended the last search.
    package func known() async throws -> KnownDuplicates {
        try await library.onceMore { try await library.kept.knownDuplicates() }
    }

    /// The groups, reduced to photos that a query finds.
    package func groups(_ groups: [DuplicateGroup], answering query: SearchQuery) async throws -> [DuplicateGroup] {
        try await library.current { library in
            let wanted = try await library.photos(answering: query)
            var left: [DuplicateGroup] = []
            for start in stride(from: 0, to: groups.count, by: OpenLibrary.groupsTogether) {
                try Task.checkCancellation()
                let some = groups[start..<min(start + OpenLibrary.groupsTogether, groups.count)]
                let cut = some.map { group in (group.kind, group.photos.map(\.card).filter { wanted.contains($0.id) }) }
                let others = zip(some, cut).filter { $0.photos.count != $1.1.count }.map(\.1)
                var ranked = try await DuplicateGroup.ranked(others, by: library.catalog)[...]
                for (group, (_, cards)) in zip(some, cut) where cards.count > 1 {
                    left.append(cards.count == group.photos.count ? group : ranked.removeFirst())
                }
            }
            return left
        }
    }

    /// The stacks of photos to show as one, as found last. The first caller waits a short time for the search; if that
    /// takes longer, there are no stacks, and ``PhotoLibrary/changes`` reports when it ends.
    public func stacks() async -> PhotoStacks { await library.kept.stacks().0 }

    /// The photos of a photo's stack, including itself, best first; only itself if it is in none.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    package func stack(of photo: PhotoID, top: Int, offset: Int) async throws -> PhotoList {
        let card = try await library.card(of: photo)
        let stack = await stacks().stack(of: photo)
        let cards = try await library.cards(of: stack?.photos ?? [photo])
        let photos = stack?.photos.compactMap { cards[$0] } ?? [card]
        let best = photos.first?.id
        return PhotoList(
            photos: photos.dropFirst(offset).prefix(top).map { ($0, $0.id == best ? stack : nil) },
            total: photos.count, folded: 0)
    }
}

extension OpenLibrary {
    /// How many groups have their photos read at once.
    fileprivate static let groupsTogether = 500

    /// The best photo of each group first, and the groups in order.
    func ranked(
        _ found: [DuplicateFinder.Found], notify: (_ done: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup] {
        var groups: [DuplicateGroup] = []
        for start in stride(from: 0, to: found.count, by: Self.groupsTogether) {
            try Task.checkCancellation()
            let end = min(start + Self.groupsTogether, found.count)
            groups += try await ranked(found[start..<end])
            notify(end, found.count)
        }
        return groups.inOrder
    }

    /// Groups of photos that indexing found to be alike; most photos resemble no other. Hidden photos are included, so
    /// that hiding one keeps the others together.
    func found(
        _ kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases), among photos: PhotoSet? = nil
    ) async throws -> [DuplicateFinder.Found] {
        let catalog = try catalog
        let resemblances = kinds == [.exact] ? [:] : try await catalog.resemblances(by: FingerprintComparer.judge)
        var contents = Set(try await catalog.contentsHeldTwice())
        for (content, alike) in resemblances { contents.formUnion([content] + alike.map(\.content)) }
        let traces = try await catalog.traces(of: Array(contents))
        return DuplicateFinder(traces.filter { photos?.contains($0.photo) ?? true }, resemblances).groups(of: kinds)
    }

    /// Leaves out photos removed meanwhile.
    private func ranked(_ groups: ArraySlice<DuplicateFinder.Found>) async throws -> [DuplicateGroup] {
        let cards = try await catalog.cards(of: groups.flatMap(\.photos))
        return try await DuplicateGroup.ranked(
            groups.map { ($0.kind, $0.photos.compactMap { cards[$0] }) }, by: catalog)
    }

    func photos(answering query: SearchQuery) async throws -> PhotoSet {
        let question = SearchRequest(query: query, top: PhotoLibrary.mostPhotos, countsFitting: true)
        if let fitting = try await ways(to: question.alternatives(in: configuration)).fitting { return fitting }
        return PhotoSet(try await search([question])[0].filter { $0.fits ?? true }.map(\.card.id))
    }
}

extension PhotoLibrary {
    /// The photos that fit a query, or all that it finds if there is no cut-off.
    ///
    /// Throws as ``search(_:limit:)-(SearchRequest,_)`` does.
    public func photos(answering query: SearchQuery) async throws -> PhotoSet {
        try await searching { try await $0.photos(answering: query) }
    }
}

extension [DuplicateFinder.Found] {
    fileprivate func without(_ hidden: PhotoSet) -> [DuplicateFinder.Found] {
        map { DuplicateFinder.Found($0.kind, $0.photos.filter { !hidden.contains($0) }) }
    }
}

extension [DuplicateGroup] {
    /// By kind; within each, those that take most space first.
    fileprivate var inOrder: [DuplicateGroup] {
        let kinds = DuplicateGroup.Kind.allCases
        let order = map { group in (kind: kinds.firstIndex(of: group.kind) ?? 0, room: group.reclaimable, group: group)
        }
        return order.sorted { one, other in
            if one.kind != other.kind { return one.kind < other.kind }
            if one.room != other.room { return one.room > other.room }
            return one.group.photos[0].card.path < other.group.photos[0].card.path
        }.map(\.group)
    }
}

package struct KnownDuplicates: Sendable {
    /// In the order of ``PhotoLibrary/Duplicates/groups(_:among:notify:)``. During a new search, those of the last one,
    /// without photos removed since.
    package let groups: [DuplicateGroup]
    /// The progress of the current search; nil if there is none.
    package let progress: DuplicatesProgress?
    /// How many photos no indexing run has prepared for comparison.
    package let notCompared: Int
}

/// The progress of a search for duplicates.
public struct DuplicatesProgress: Sendable, Hashable {
    /// Groups whose best photo is known, and all groups; both 0 until that is known.
    public let done, total: Int
}

/// A photo to move to the trash, and the one that stays instead.
package struct TidyRequest: Sendable, Hashable {
    package let goes, stays: PhotoID

    /// Whether they are copies is checked later.
    package init(goes: PhotoID, stays: PhotoID) { (self.goes, self.stays) = (goes, stays) }
}

/// The result of such requests.
package struct TidyOutcome: Sendable {
    package struct Refused: Sendable {
        package let request: TidyRequest
        package let why: EvokeError
    }

    /// For the requests that were tried.
    package let report: TidyReport
    /// The others.
    package let refused: [Refused]
}

/// What a process remembers of the fingerprints in its library between runs, so that a new photo is compared without
/// reading all of them again.
package final class CopiesMemory: Sendable {
    private struct Mind: Sendable {
        var contents: KnownContents
        /// The state of the library that the fingerprints are from.
        var stamp: VectorStamp
        /// How many contents there were when all were read. Those removed since are still included.
        let countRead: Int
    }

    /// If more photos have changed, all are read.
    private static let mostChanged = 1_024
    /// How many are read between two checks for cancellation.
    private static let together = 10_000

    private let mind = Locked<Mind?>(nil)

    package init() {}

    /// Compares contents that have a fingerprint with all others, unless that was done before. After a cancellation,
    /// the rest is left to a later run.
    ///
    /// - Returns: whether it got by without reading all of them.
    @discardableResult
    package func compare(
        in catalog: any PhotoCatalog, pictures: @escaping FingerprintComparer.PictureReading,
        notify: (_ done: Int, _ total: Int) -> Void
    ) async throws -> Bool {
        // Taken out of the lock, so that it can be changed in place.
        let followed = try await follow(catalog, mind.withLock { $0.take() })
        guard let now = if let followed { followed } else { try await read(catalog, notify) } else { return false }
        let total = now.contents.countWaiting
        if total > 0, followed != nil { notify(0, total) }
        var comparer = FingerprintComparer(
            now.contents, fingerprints: { try await catalog.results(.fingerprint, of: $0).mapValues(\.fingerprint) },
            pictures: pictures)
        var done = 0
        while let found = try await comparer.next() {
            try await catalog.record(found, by: FingerprintComparer.judge)
            done += found.count
            notify(min(done, total), total)
        }
        let compared = Mind(contents: comparer.compared, stamp: now.stamp, countRead: now.countRead)
        mind.withLock { $0 = compared }
        return followed != nil
    }

    /// Nil if too much has changed.
    private func follow(_ catalog: any PhotoCatalog, _ known: consuming Mind?) async throws -> Mind? {
        guard var mind = consume known, mind.contents.count <= 2 * mind.countRead + Self.mostChanged else { return nil }
        let news = try await catalog.fingerprintChanges(
            since: mind.stamp, comparedBy: FingerprintComparer.judge, limit: Self.mostChanged)
        guard let traces = news.traces else { return nil }
        for (trace, isCompared) in traces { mind.contents.add(trace, isCompared: isCompared) }
        mind.stamp = news.stamp
        return mind
    }

    /// Nil if all are compared.
    private func read(
        _ catalog: any PhotoCatalog, _ notify: (_ done: Int, _ total: Int) -> Void
    ) async throws -> Mind? {
        let total = try await catalog.countNotCompared(by: FingerprintComparer.judge)
        guard total > 0 else { return nil }
        notify(0, total)
        let stamp = try await catalog.fingerprintChanges(since: nil, comparedBy: FingerprintComparer.judge, limit: 0)
            .stamp
        var (contents, last) = (KnownContents(), PhotoID(-1))
        while true {
            try Task.checkCancellation()
            let traces = try await catalog.tracesWithFingerprint(
                comparedBy: FingerprintComparer.judge, after: last, limit: Self.together)
            guard let end = traces.last else { break }
            for (trace, isCompared) in traces { contents.add(trace, isCompared: isCompared) }
            last = end.trace.photo
        }
        return Mind(contents: contents, stamp: stamp, countRead: contents.count)
    }
}
