import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// What came of writing marks into the sidecars of photos.
public struct MarkExport: Hashable, Sendable {
    /// Photos of which something was written.
    public internal(set) var photos = 0
    /// Photos whose file or sidecar has other stars or another description. Both were left as they are.
    public internal(set) var differing = 0
    /// Photos of which nothing could be read, or whose sidecar could not be written.
    public internal(set) var failed = 0
}

/// Favourites, stars, captions, tags and albums in the sidecars of photos, where other photo programs read them. No photo's
/// own file is written to. Of what a sidecar says, only what Evoke wrote and the owner no longer says is changed; what
/// another program has put in its place stays.
extension PhotoLibrary {
    /// Writes all of it, once. A cancelled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    ///
    /// - Parameter failed: hears why a photo was left.
    public static func exportMarks(
        _ places: Places, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> MarkExport {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let report = try await SidecarUpkeep(of: catalog, places).run(all: true, failed: failed, notify: notify)
        try await catalog.close()
        return report
    }

    /// Whether each change of marks is written into sidecars on this machine. Whoever changes marks has what waits written
    /// then (``writeSidecars(_:upgrading:failed:notify:)``), and so does each run of indexing.
    public static func keepsSidecars(_ places: Places) throws(EvokeError) -> Bool {
        try SidecarLedger(in: places.library).isOn
    }

    /// Sets whether each change is written. Nothing is written or taken back by that.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func keepSidecars(
        _ isWanted: Bool, _ places: Places, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.catalog.open(.read, upgrading: upgrading).close()
        let folder = places.library
        try await BlockingExecutor(width: 1).run { () throws(EvokeError) in
            let lock = try SidecarLedger.lock(in: folder)
            defer { withExtendedLifetime(lock) {} }
            var ledger = try SidecarLedger(in: folder)
            guard ledger.isOn != isWanted else { return }
            ledger.isOn = isWanted
            try ledger.write(to: folder)
        }
    }

    /// Writes what waits to be written, where each change is to be; does nothing else. What cannot be written, as on a disk
    /// that is away, waits on. A cancelled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    ///
    /// - Parameter failed: hears why a photo was left; not of those whose disk or folder is away.
    @discardableResult
    public static func writeSidecars(
        _ places: Places, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void = { _ in }, notify: (ExchangeProgress) -> Void = { _ in }
    ) async throws -> MarkExport {
        guard try keepsSidecars(places) else { return MarkExport() }
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let report = try await SidecarUpkeep(of: catalog, places).run(all: false, failed: failed, notify: notify)
        try await catalog.close()
        return report
    }
}

extension PhotoLibrary {
    /// What waits to be written into sidecars. Of those that cannot be written, the first is heard of; all wait on.
    func writeWaitingSidecars(_ notify: @Sendable (IndexEvent) -> Void) async {
        var first: EvokeError?
        do {
            let upkeep = SidecarUpkeep(of: try catalog, places)
            _ = try await upkeep.run(all: false, failed: { first = first ?? $0 }, notify: { _ in })
        } catch {
            first = error as? EvokeError
        }
        if let first { notify(.problem(first)) }
    }
}

/// Brings the sidecars of photos into step with their marks.
struct SidecarUpkeep {
    private let catalog: any PhotoCatalog
    private let folder: FilePath

    init(of catalog: any PhotoCatalog, _ places: Places) { (self.catalog, folder) = (catalog, places.library) }

    /// - Parameter all: also where sidecars said it once; and where nobody wants each change to be written.
    func run(
        all: Bool, failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> MarkExport {
        let isKept = try SidecarLedger(in: folder).isOn
        guard all || isKept else { return MarkExport() }
        let lock = try await BlockingExecutor(width: 1).run { [folder] () throws(EvokeError) in
            isKept ? try SidecarLedger.lock(in: folder) : nil
        }
        defer { withExtendedLifetime(lock) {} }
        var ledger = try SidecarLedger(in: folder)
        let marks = try await catalog.marksForSidecars()
        var due = ledger.due(marks)
        if all { due.merge(marks) { $1 } }
        guard !due.isEmpty else { return MarkExport() }
        let traces = try await catalog.traces(of: Array(due.keys))
        var left = Dictionary(grouping: traces.compactMap(\.content)) { $0 }.mapValues(\.count)
        let export = SidecarExport(of: catalog)
        var report = MarkExport()
        func done(_ content: ContentDigest) {
            left[content, default: 1] -= 1
            guard left[content] == 0 else { return }
            ledger.written[content] = marks[content]
        }
        do {
            report.failed = try await export.run(traces.map(\.photo).sorted(), failed: failed, notify: notify) { card in
                guard let content = card.content, let own = due[content] else { return }
                // Another machine has the photo.
                if card.path.isElsewhere { return done(content) }
                // A disk is away.
                guard !FileSystem.isMissing(card.path) else { return }
                let before = PhotoMarks(ledger.written[content] ?? [])
                let (additions, isOther) = SidecarAdditions.stating(
                    PhotoMarks(own), insteadOf: before, beside: try await export.facts(of: card))
                if !additions.isEmpty, try await export.add(additions, beside: card) { report.photos += 1 }
                report.differing += isOther ? 1 : 0
                done(content)
            }
        } catch {
            if ledger.isOn { try ledger.write(to: folder) }
            throw error
        }
        // What nobody holds any more is forgotten.
        let gone = due.keys.filter { left[$0] == nil && marks[$0] == nil }
        if !gone.isEmpty {
            let known = try await catalog.contents()
            for content in gone where !known.contains(content) { ledger.written[content] = nil }
        }
        if ledger.isOn { try ledger.write(to: folder) }
        return report
    }

    /// How many photos have a sidecar that waits to be written; nil where nobody wants each change to be.
    static func waiting(in catalog: any PhotoCatalog, _ places: Places) async throws -> Int? {
        let ledger = try SidecarLedger(in: places.library)
        guard ledger.isOn else { return nil }
        let due = ledger.due(try await catalog.marksForSidecars())
        return due.isEmpty ? 0 : try await catalog.traces(of: Array(due.keys)).count
    }
}

extension SidecarAdditions {
    /// What a sidecar is to say by the owner's word, and what Evoke wrote into it before and nobody says any more. Also
    /// whether other stars or another description stand there, which stay.
    fileprivate static func stating(
        _ own: PhotoMarks, insteadOf before: PhotoMarks, beside known: PhotoFacts
    ) -> (additions: SidecarAdditions, isOther: Bool) {
        let withdrawn = SidecarWithdrawal(from: before, saying: own)
        var (said, stays) = (PhotoFacts(), known)
        (said.rating, said.description, said.keywords) = (own.rating, own.caption, own.tags)
        if let rating = withdrawn.rating, stays.rating == rating { stays.rating = nil }
        if let words = withdrawn.description, stays.description == words { stays.description = nil }
        // No stars and no rating are the same to most programs.
        let hasOtherStars = own.rating.map { stays.rating ?? 0 != 0 && stays.rating != $0 } ?? false
        let hasOtherWords = own.caption.map { stays.description != nil && stays.description != $0 } ?? false
        var additions = SidecarAdditions(from: said, to: &stays)
        additions.state(isFavourite: own.isFavourite, albums: own.albums, withdrawn)
        return (additions, hasOtherStars || hasOtherWords)
    }
}

extension SidecarWithdrawal {
    /// What was said and is not said any more. Tags and albums are the same whatever their case.
    fileprivate init(from before: PhotoMarks, saying own: PhotoMarks) {
        func gone(_ names: [String], _ kept: [String]) -> [String] {
            let kept = Set(kept.map(\.folded))
            return names.filter { !kept.contains($0.folded) }
        }
        self.init(
            keywords: gone(before.tags, own.tags), rating: before.rating == own.rating ? nil : before.rating,
            description: before.caption == own.caption ? nil : before.caption,
            isFavourite: before.isFavourite && !own.isFavourite, albums: gone(before.albums, own.albums))
    }
}
