import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// A library in a database, identified by its address.
package struct PostgresPlace: CatalogPlace {
    let address: FilePath
    private let folder: FilePath
    private let placesFolder: RootPathsFolder

    /// Whether it is a database address.
    package static func isAddress(_ address: FilePath) -> Bool { PostgresAddress.isOne(address.bytes) }

    /// The address as it may be displayed: without a password, which does not belong there.
    package static func display(_ address: FilePath) -> FilePath {
        FilePath(PostgresAddress.withoutSecrets(String(decoding: address.bytes, as: UTF8.self)))
    }

    /// - Parameters:
    ///   - folder: where this machine stores data derived from the library.
    ///   - roots: where this machine stores the folders of named roots.
    package init(_ address: FilePath, folder: FilePath, roots: FilePath) {
        (self.address, self.folder, placesFolder) = (address, folder, RootPathsFolder(path: roots))
    }

    /// The upgrade of a database reports no progress, only that this process waits for another one's.
    package func open(
        _ access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any PhotoCatalog {
        try await opened(access, upgrading)
    }

    package func openToCopy(
        _ access: CatalogAccess, namingRoots: Bool, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any CopyableCatalog {
        try await opened(access, upgrading, copiesNames: namingRoots)
    }

    package var namesRoots: Bool { true }

    private func opened(
        _ access: CatalogAccess, _ upgrading: @escaping @Sendable (UpgradeProgress) -> Void, copiesNames: Bool = true
    ) async throws -> PostgresCatalog {
        let catalog = try await PostgresCatalog.open(
            PostgresAddress(address), access: access, placesFolder: placesFolder, copiesNames: copiesNames,
            upgrading: upgrading)
        try FileSystem.makeFolder(folder, isPrivate: true)
        return catalog
    }

    /// Searches a model's vectors in the database, and fills copies of them.
    package func vectors(of model: ModelID) throws(EvokeError) -> any VectorSource {
        PostgresVectors(try PostgresAddress(address), model: model)
    }

    package func openBesideWriter() async throws -> any PhotoCatalog {
        // Opened for reading first, which fails on another format; opening for writing would upgrade it.
        try await open(.read) { _ in }.close()
        return try await open(.write) { _ in }
    }

    package func lock() async throws -> any CatalogLock {
        let address = try PostgresAddress(address)
        return try await BlockingExecutor(width: 1).run { () throws(EvokeError) in try PostgresLock(address) }
    }

    package func isThere() async -> Bool? {
        do { return try await known() != nil } catch { return nil }
    }

    package func state() async throws -> CatalogState { placed(try await known()) }

    /// With the current folders of roots on this machine.
    func placed(_ state: LibraryState?) -> CatalogState {
        CatalogState(PlacedState(state: state, places: placesFolder.read()))
    }

    /// A library that was deleted and created again is another one; anything else is followed.
    package func continues(
        _ now: CatalogState, after earlier: CatalogState, whileWriting isWriting: Bool
    ) -> Bool {
        guard let now = now.known as? PlacedState, let earlier = earlier.known as? PlacedState, let library = now.state,
            let before = earlier.state
        else { return false }
        return library.library == before.library && library.token == before.token
    }

    package func check(_ now: CatalogState, after earlier: CatalogState) async throws {
        guard let now = now.known as? PlacedState, now.state == nil else { return }
        throw EvokeError(
            .libraryUnavailable, doing: "use the library", subject: PostgresPlace.display(address).display,
            reason: "it is no longer there",
            remedy: "Restore it, and the server resumes. To begin a new library, restart the server.")
    }

    /// The size of the whole database: the server does not know the share of each library.
    package func bytes() async throws -> Int64 {
        try await watcher().ask { connection throws(EvokeError) in
            try connection.integer(
                """
                SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
                WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'evoke') AND c.relkind = 'r'
                """) ?? 0
        }
    }

    package func copies() -> [FilePath] { [] }

    package var privateNames: [String] { [] }

    private func known() async throws -> LibraryState? {
        let address = try PostgresAddress(address)
        return try await watcher().ask { connection throws(EvokeError) in
            try LibraryState(of: address.library, connection)
        }
    }

    private func watcher() throws(EvokeError) -> Watcher { Watcher.of(try PostgresAddress(address)) }
}
