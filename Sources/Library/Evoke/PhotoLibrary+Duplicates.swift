import EvokeCopies
import EvokePorts
public import EvokeValues

extension PhotoLibrary {
    /// Photos of which one is enough, in groups: first the exact copies, then the same pictures, then the bursts; of each
    /// kind, those first that take most room. A picture that is there several times is in a burst once.
    ///
    /// Photos that no run of indexing has made ready are compared with none, but for exact copies:
    /// ``photosNotCompared()``.
    ///
    /// Throws `EvokeError` where the library cannot be read, and `CancellationError`.
    ///
    /// - Parameters:
    ///   - photos: only these are compared; nil for all.
    ///   - notify: hears how many photos have been compared.
    public func duplicates(
        _ kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases), among photos: Set<PhotoID>? = nil,
        notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [DuplicateGroup] {
        let catalog = try catalog
        let traces = try await catalog.traces().filter { photos?.contains($0.photo) ?? true }
        let finder = DuplicateFinder(traces, looks: { try await catalog.looks(of: $0) }, notify: notify)
        let found = try await finder.groups(of: kinds)
        var groups: [DuplicateGroup] = []
        for group in found {
            let cards = try await catalog.cards(of: group.photos)
            // What has gone meanwhile is no copy.
            guard cards.count > 1 else { continue }
            let looks = group.kind == .exact ? [:] : try await catalog.looks(of: group.photos)
            groups.append(DuplicateGroup(group.kind, Array(cards.values), looks: looks))
        }
        let order = DuplicateGroup.Kind.allCases
        return groups.sorted { one, other in
            let (kind, others) = (order.firstIndex(of: one.kind) ?? 0, order.firstIndex(of: other.kind) ?? 0)
            if kind != others { return kind < others }
            if one.roomToWin != other.roomToWin { return one.roomToWin > other.roomToWin }
            return one.photos[0].card.path < other.photos[0].card.path
        }
    }

    /// How many photos no run of indexing has made ready to be compared.
    ///
    /// Throws `EvokeError` where the library cannot be read.
    public func photosNotCompared() async throws -> Int { try await catalog.countWithoutLook() }

    /// The photos that a query finds, as ``search(_:top:offset:)`` does.
    ///
    /// Throws as that does.
    public func photos(answering query: Query) async throws -> Set<PhotoID> {
        Set(try await search(query, top: Self.mostPhotos).filter { $0.fits ?? true }.map(\.card.id))
    }
}
