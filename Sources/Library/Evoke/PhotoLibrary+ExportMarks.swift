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
/// own file is written to. Of what a sidecar says, only what Evoke added to it and the owner no longer says is taken out; what
/// stood there before stays, and so does what another program has put in its place.
extension PhotoLibrary {
    /// Writes all of it, once. A cancelled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    ///
    /// - Parameter failed: hears why a photo was left.
    public static func exportMarks(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> MarkExport {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let report = try await SidecarUpkeep(of: catalog, places).run(all: true, failed: failed, notify: notify)
        try await catalog.close()
        return report
    }

    /// Whether each change of marks is written into sidecars on this machine. Whoever changes marks has what waits written
    /// then (``writeSidecars(_:upgrading:failed:notify:)``), and so does each run of indexing.
    ///
    /// Throws `EvokeError` of the kind `damaged` where nobody can tell any more. Nothing is written then.
    public static func keepsSidecars(_ places: LibraryConfiguration) throws(EvokeError) -> Bool {
        try SidecarLedger(in: places.library).isOn
    }

    /// Sets whether each change is written. Nothing is written or taken back by that.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func keepSidecars(
        _ isWanted: Bool, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.catalog.open(.read, upgrading: upgrading).close()
        let folder = places.library
        try await BlockingExecutor(width: 1).run { () throws(EvokeError) in
            let lock = try SidecarLedger.lock(in: folder)
            defer { withExtendedLifetime(lock) {} }
            let known: SidecarLedger?
            do throws(EvokeError) {
                known = try SidecarLedger(in: folder)
            } catch {
                // Where it is damaged, a new one takes its place: all that sidecars say by now counts as found there.
                guard error.kind == .damaged else { throw error }
                known = nil
            }
            guard known?.isOn != isWanted else { return }
            var ledger = known ?? SidecarLedger()
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
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
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
