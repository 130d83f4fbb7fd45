package import EvokeValues

/// Where a library's catalog is kept, and what can be asked before opening it.
package protocol CatalogPlace: Sendable {
    /// Opened for writing, it is created if missing. A catalog of an older format is upgraded, with progress reported
    /// to `upgrading`; if the task is cancelled, none of it is done.
    func open(
        _ access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any PhotoCatalog

    /// Whether its roots may have names (`RootNaming`).
    var namesRoots: Bool { get }

    /// Opens it as the source or the target of a copy.
    ///
    /// - Parameter namingRoots: whether named roots keep their names in the copy; otherwise they get their paths on
    ///   this machine, and a root without one ends the copy.
    func openToCopy(
        _ access: CatalogAccess, namingRoots: Bool, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any CopyableCatalog

    /// Opens an existing catalog for a small change, even while another process holds the lock: the database takes one
    /// writer at a time. Creates and upgrades nothing, and throws if that would be needed.
    func openBesideWriter() async throws -> any PhotoCatalog

    /// Keeps all other writers out until it is released.
    func lock() async throws -> any CatalogLock

    /// Whether a catalog exists; nil if that cannot be told.
    func isThere() async -> Bool?

    /// The current state. Called often, so it must not open anything.
    func state() async throws -> CatalogState

    /// Whether an open catalog that was in a state may stay open now: it is the same one, and only its own readers and
    /// writers touched it.
    ///
    /// - Parameter isWriting: whether this process writes to it.
    func continues(_ now: CatalogState, after earlier: CatalogState, whileWriting isWriting: Bool) -> Bool

    /// Throws if the current catalog cannot be opened after what was there before: it is gone, or its parts do not
    /// belong together.
    func check(_ now: CatalogState, after earlier: CatalogState) async throws

    /// The catalog's size.
    func bytes() async throws -> Int64

    /// Copies kept when it was upgraded or replaced by a backup: files that their owner may delete.
    func copies() async throws -> [DiskPath]

    /// Prefixes of its files in the library's folder that are private to the owner.
    var privateNames: [String] { get }
}

/// Keeps other writers out of a catalog as long as it is held.
package protocol CatalogLock: Sendable {
    /// Lets others write; may be called more than once.
    func release()
}

/// A catalog's state at some time; equal states mean that nobody wrote in between.
package struct CatalogState: Sendable, Equatable {
    /// What the place can tell about it.
    package let known: any Equatable & Sendable

    package init(_ known: some Equatable & Sendable) {
        self.known = known
    }

    package static func == (left: CatalogState, right: CatalogState) -> Bool {
        func isSame<Known: Equatable>(_ known: Known) -> Bool { known == right.known as? Known }
        return isSame(left.known)
    }
}

/// Backs up a catalog in one file, and restores it, while others read and write it.
package protocol CatalogBackup: Sendable {
    /// Writes the catalog's state at one moment.
    func make(at file: DiskPath) async throws -> BackupReport

    /// Restores a backup atomically: concurrent readers see the old catalog or the new one.
    ///
    /// - Parameter replacing: keeps the existing catalog under another name; otherwise there must be none.
    /// - Returns: where the existing catalog is kept.
    func restore(_ backup: DiskPath, replacing: Bool) async throws -> DiskPath?
}

/// Events of a catalog that others write to. Times are by this process's clock.
package enum CatalogHeard: Sendable {
    /// The catalog's current state. Everything written until `since` had been reported. For a standby, this is the
    /// state that it has; writes elsewhere may be newer.
    case state(CatalogState, since: ContinuousClock.Instant, isOfStandby: Bool)
    /// Nothing was written after the last reported state.
    case nothingMore
    /// The connection has been lost since then, until the next state is reported.
    case lost(since: ContinuousClock.Instant)
}

/// A place that reports writes to its catalog, so that nobody has to poll.
package protocol CatalogNotifying: CatalogPlace {
    /// Reports the catalog's state, and each change, until the task is cancelled. An error that `hear` throws counts as
    /// a loss: the state is reported again after a while.
    ///
    /// - Parameter pause: the longest silence, after which the catalog is checked.
    func tell(lookingEvery pause: Duration, _ hear: @Sendable (CatalogHeard) async throws -> Void) async

    /// Adds to a reported state what only this machine knows about the catalog.
    func placed(_ told: CatalogState) -> CatalogState
}

/// A catalog that several machines use, which may have the photos at different paths: roots may have names, and a path
/// on each machine. If a root has no path on this machine, paths below it are elsewhere (`DiskPath.isElsewhere`).
package protocol RootNaming: LibrarySettings {
    /// The named roots, sorted by name.
    func namedRoots() async throws -> [NamedRoot]

    /// Sets a root's path on this machine. Throws for a name that no root has, and for a path inside or around another
    /// root.
    func place(_ root: NamedRoot) async throws

    /// The same, and gives the name to the root with this path. If there is none, it adds a root.
    func enrol(_ root: NamedRoot) async throws
}
