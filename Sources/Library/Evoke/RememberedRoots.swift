import EvokeValues

/// The roots of a library, read again only after somebody has written to it, since opening it may write to the disk.
struct RememberedRoots {
    private let place: any CatalogPlace
    private let upgrading: @Sendable (UpgradeProgress) -> Void
    private var state: CatalogState?
    private var roots: [FilePath] = []

    init(_ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void) {
        place = places.catalog
        self.upgrading = upgrading
    }

    mutating func read() async throws -> [FilePath] {
        let now = try await place.state()
        guard now != state else { return roots }
        let catalog = try await place.open(.read, upgrading: upgrading)
        roots = try await catalog.roots()
        try await catalog.close()
        state = now
        return roots
    }
}
