import EvokePorts
public import EvokeValues

extension PhotoLibrary {
    /// Has the library know who is in its photos, from the next run of indexing on, or finds no more faces. What was kept
    /// stays as it is. Another program may index the library meanwhile. `upgrading` hears of a library that an older Evoke
    /// left.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func keepPeople(
        _ isWanted: Bool, _ places: Places, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.besideWriters(upgrading: upgrading) { try await $0.keepPeople(isWanted) }
    }

    /// Deletes all that is known of people: faces, names, and what the owner said of them. No file of a library in a folder
    /// has anything of it afterwards. In a database, rows are deleted; what its server keeps of them is the server's.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` while another program writes to the library, and of the kind
    /// `notFound` where there is none.
    public static func forgetPeople(
        _ places: Places, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        // Opened for reading first: that makes no library where there is none.
        try await places.catalog.open(.read, upgrading: upgrading).close()
        let lock = try await places.lock()
        defer { withExtendedLifetime(lock) {} }
        let catalog = try await places.catalog.open(.write, upgrading: upgrading)
        try await catalog.forgetPeople()
        try await catalog.close()
    }
}
