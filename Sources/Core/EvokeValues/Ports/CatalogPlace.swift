/// Where a library's catalogue is kept: what is asked of it before it is open, and of what it lies in.
package protocol CatalogPlace: Sendable {
    /// For writing it is made where there is none. One of an older format is made current: `upgrading` hears how far that
    /// is. Where the task is cancelled, nothing of it is done.
    func open(
        _ access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any PhotoCatalog

    /// Whether its roots may have names (`RootNaming`).
    var namesRoots: Bool { get }

    /// The same, for copying it or for making it a copy.
    ///
    /// - Parameter namingRoots: whether roots that have names keep them in a copy of it; else they are where they are on
    ///   this machine, and one that is nowhere here ends the copy.
    func openToCopy(
        _ access: CatalogAccess, namingRoots: Bool, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any CopyableCatalog

    /// Opens one that is there for a small change, also beside whoever holds the lock: the database takes one writer after
    /// the other. It makes nothing and upgrades nothing, and throws where that would be needed.
    func openBesideWriter() async throws -> any PhotoCatalog

    /// Keeps every other writer out, until it is released.
    func lock() async throws -> any CatalogLock

    /// Whether a catalogue is there; nil where that cannot be told.
    func isThere() async -> Bool?

    /// What it is now. Asked often, and answered without opening anything.
    func state() async throws -> CatalogState

    /// Whether an open catalogue that was in a state may stay open now: it is the same one, and nothing but its own
    /// readers and writers touched it.
    ///
    /// - Parameter isWriting: whether this process writes to it.
    func continues(_ now: CatalogState, after earlier: CatalogState, whileWriting isWriting: Bool) -> Bool

    /// Throws where what is there now cannot be opened after what was there before: nothing at all, or parts that do not
    /// belong together.
    func check(_ now: CatalogState, after earlier: CatalogState) async throws

    /// How large it is.
    func bytes() async throws -> Int64

    /// What was kept of it when it was upgraded, or replaced by a backup: files that their owner may delete.
    func copies() async throws -> [FilePath]

    /// What the names of its files begin with that lie in the library's folder, and are for its owner's eyes.
    var privateNames: [String] { get }
}

/// What a library is opened for.
public enum CatalogAccess: Sendable {
    /// Beside any number of other readers, and one that writes. There has to be a library.
    case read
    /// As the only one who writes, while others read. The library is made where there is none.
    case write
}

/// Keeps other writers out of a catalogue for as long as it is held.
package protocol CatalogLock: Sendable {
    /// Lets others write; once is enough, and twice does no harm.
    func release()
}

/// What a catalogue was at some time: equal to what it was at another when nobody wrote to it in between.
package struct CatalogState: Sendable, Equatable {
    /// What the place can tell of it.
    package let known: any Equatable & Sendable

    package init(_ known: some Equatable & Sendable) {
        self.known = known
    }

    package static func == (left: CatalogState, right: CatalogState) -> Bool {
        func isSame<Known: Equatable>(_ known: Known) -> Bool { known == right.known as? Known }
        return isSame(left.known)
    }
}
