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
    func copies() async throws -> [FilePath]

    /// Prefixes of its files in the library's folder that are private to the owner.
    var privateNames: [String] { get }
}

/// What a library is opened for.
public enum CatalogAccess: Sendable {
    /// Alongside any number of readers and one writer. The library must exist.
    case read
    /// As the only writer, while others read. The library is created if missing.
    case write
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
