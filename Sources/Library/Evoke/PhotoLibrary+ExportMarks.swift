import EvokePorts
public import EvokeValues

/// What came of writing marks into the sidecars of photos.
public struct MarkExport: Hashable, Sendable {
    /// Photos of which something was written.
    public internal(set) var photos = 0
    /// Photos whose file or sidecar has other stars or another description. Both were left as they are.
    public internal(set) var differing = 0
    /// Photos of which nothing could be read, or whose sidecar could not be written.
    public internal(set) var failed = 0
}

extension PhotoLibrary {
    /// Writes the owner's tags, stars and captions into the sidecars of photos, where other photo programs read them. What a
    /// sidecar says stays in it, and no photo's own file is written to. Favourites and albums stay in the library, since
    /// there is no standard for them. A cancelled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    ///
    /// - Parameter failed: hears why a photo was left.
    public static func exportMarks(
        _ places: Places, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> MarkExport {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let marks = try await catalog.marks(of: nil).mapValues { PhotoMarks($0) }.filter { $0.value.isForSidecars }
        let photos = try await catalog.traces(of: Array(marks.keys)).map(\.photo).sorted()
        let export = SidecarExport(of: catalog)
        var report = MarkExport()
        report.failed = try await export.run(photos, failed: failed, notify: notify) { card in
            guard let own = card.content.flatMap({ marks[$0] }) else { return }
            let known = try await export.facts(of: card)
            let additions = SidecarAdditions(own, beside: known)
            if !additions.isEmpty, try await export.add(additions, beside: card) { report.photos += 1 }
            report.differing += own.isOther(than: known) ? 1 : 0
        }
        try await catalog.close()
        return report
    }
}

extension PhotoMarks {
    fileprivate var isForSidecars: Bool { rating != nil || caption != nil || !tags.isEmpty }

    /// No stars and no rating are the same to most programs.
    fileprivate func isOther(than facts: PhotoFacts) -> Bool {
        let hasOtherStars = rating.map { facts.rating ?? 0 != 0 && facts.rating != $0 } ?? false
        return hasOtherStars || caption.map { facts.description != nil && facts.description != $0 } ?? false
    }
}

extension SidecarAdditions {
    /// What the owner says of a photo, and its file and its sidecars do not.
    fileprivate init(_ marks: PhotoMarks, beside known: PhotoFacts) {
        var (own, stays) = (PhotoFacts(), known)
        (own.rating, own.description, own.keywords) = (marks.rating, marks.caption, marks.tags)
        self.init(from: own, to: &stays)
    }
}
