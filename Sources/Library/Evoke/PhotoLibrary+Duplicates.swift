import EvokeCopies
import EvokePorts
public import EvokeValues

extension PhotoLibrary {
    /// So many traces are read between two looks at whether anybody still wants them.
    private static let together = 10_000

    /// Compares photos that have a look with all others, where that was not done yet. What comes after a cancellation is
    /// left to a later run.
    func compareLooks(_ notify: @Sendable (IndexEvent) -> Void) async throws {
        let catalog = try catalog
        let total = try await catalog.countNotCompared(by: LookComparer.judge)
        guard total > 0 else { return }
        notify(.comparing(done: 0, total: total))
        var (known, last) = (KnownContents(), PhotoID(-1))
        while true {
            try Task.checkCancellation()
            let traces = try await catalog.tracesWithLook(
                comparedBy: LookComparer.judge, after: last, limit: Self.together)
            guard let end = traces.last else { break }
            for (trace, isCompared) in traces { known.add(trace, isCompared: isCompared) }
            last = end.trace.photo
        }
        var (comparer, done) = (LookComparer(known, looks: { try await catalog.looks(of: $0) }), 0)
        while let found = try await comparer.next() {
            try await catalog.note(found, by: LookComparer.judge)
            done += found.count
            notify(.comparing(done: min(done, total), total: total))
        }
    }

    /// Photos of which one is enough, in groups: first the exact copies, then the same pictures, then the bursts; of each
    /// kind, those first that take most room. A picture that is there several times is in a burst once.
    ///
    /// Photos that no run of indexing has compared are alone, but for exact copies: ``photosNotCompared()``.
    ///
    /// Throws `EvokeError` where the library cannot be read, and `CancellationError`.
    ///
    /// - Parameters:
    ///   - photos: only these are held against each other; nil for all.
    ///   - notify: hears of how many groups the best photo is known.
    public func duplicates(
        _ kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases), among photos: Set<PhotoID>? = nil,
        notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [DuplicateGroup] {
        var groups: [DuplicateGroup] = []
        let found = try await finder(among: photos, kinds).groups(of: kinds)
        for (done, group) in found.enumerated() {
            try Task.checkCancellation()
            if let group = try await ranked(group) { groups.append(group) }
            notify(done + 1, found.count)
        }
        let order = DuplicateGroup.Kind.allCases
        return groups.sorted { one, other in
            let (kind, others) = (order.firstIndex(of: one.kind) ?? 0, order.firstIndex(of: other.kind) ?? 0)
            if kind != others { return kind < others }
            if one.roomToWin != other.roomToWin { return one.roomToWin > other.roomToWin }
            return one.photos[0].card.path < other.photos[0].card.path
        }
    }

    /// Of what was found when photos were indexed, and of nothing else: most photos resemble no other.
    func finder(
        among photos: Set<PhotoID>? = nil, _ kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases)
    ) async throws -> DuplicateFinder {
        let catalog = try catalog
        let resemblances = kinds == [.exact] ? [:] : try await catalog.resemblances(by: LookComparer.judge)
        var contents = Set(try await catalog.contentsHeldTwice())
        for (content, alike) in resemblances { contents.formUnion([content] + alike.map(\.content)) }
        let traces = try await catalog.traces(of: Array(contents))
        return DuplicateFinder(traces.filter { photos?.contains($0.photo) ?? true }, resemblances)
    }

    /// Nil where others have gone meanwhile.
    func ranked(_ group: DuplicateFinder.Found) async throws -> DuplicateGroup? {
        let cards = try await catalog.cards(of: group.photos)
        guard cards.count > 1 else { return nil }
        let contents = Set(cards.values.compactMap(\.content))
        let looks = group.kind == .exact ? [:] : try await catalog.looks(of: Array(contents))
        return DuplicateGroup(group.kind, Array(cards.values), looks: looks)
    }

    /// How many photos no run of indexing has compared with the others.
    ///
    /// Throws `EvokeError` where the library cannot be read.
    public func photosNotCompared() async throws -> Int {
        try await catalog.countWithoutLook() + catalog.countNotCompared(by: LookComparer.judge)
    }

    /// The photos that a query finds, as ``search(_:top:offset:)`` does.
    ///
    /// Throws as that does.
    public func photos(answering query: Query) async throws -> Set<PhotoID> {
        Set(try await search(query, top: Self.mostPhotos).filter { $0.fits ?? true }.map(\.card.id))
    }
}
