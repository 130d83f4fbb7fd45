public import EvokeValues
import EvokeWorkers

/// The result of writing marks to the sidecars of photos.
public struct MarkExport: Hashable, Sendable {
    /// Photos for which something was written.
    public internal(set) var photos = 0
    /// Photos whose file or sidecar has a different rating or description, which was left alone.
    public internal(set) var differing = 0
    /// Photos that could not be read, or whose sidecar could not be written.
    public internal(set) var failed = 0
}

/// Writes favorites, ratings, captions, tags and albums to sidecars, where other photo programs read them. Photo files
/// are never written to. Entries are removed from a sidecar only if Evoke added them and the owner removed the mark;
/// older entries stay, and so does what another program has put in their place.
extension PhotoLibrary {
    /// Writes all marks, once. A canceled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    ///
    /// - Parameter failed: called with the reason why a photo was skipped.
    public static func exportMarks(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> MarkExport {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let report = try await SidecarUpkeep(of: catalog, places).run(all: true, failed: failed, notify: notify)
        try await catalog.close()
        return report
    }

    /// Whether changes of marks are written to sidecars on this machine, by those who make them
    /// (``writeSidecars(_:upgrading:failed:notify:)``) and by each indexing run.
    ///
    /// Throws `EvokeError` of the kind `damaged` if that is unknown. Nothing is written then.
    public static func keepsSidecars(_ places: LibraryConfiguration) throws(EvokeError) -> Bool {
        try SidecarLedger(in: places.library).isOn
    }

    /// Turns writing on or off. Nothing is written or removed by that.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
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
                // A damaged ledger is replaced by a new one: everything in sidecars by now counts as found there.
                guard error.kind == .damaged else { throw error }
                known = nil
            }
            guard known?.isOn != isWanted else { return }
            var ledger = known ?? SidecarLedger()
            ledger.isOn = isWanted
            try ledger.write(to: folder)
        }
    }

    /// Writes what waits to be written, if writing changes is on. What cannot be written, for example because its disk
    /// is away, keeps waiting. A canceled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    ///
    /// - Parameter failed: called with the reason why a photo was skipped, unless its disk or folder is away.
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
    /// Writes what waits to be written to sidecars. Only the first failure is reported; failed ones keep waiting.
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
