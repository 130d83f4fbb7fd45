public import EvokeValues

extension LibraryHost {
    /// The searches that are kept under names, in their order.
    public nonisolated func savedSearches() async throws -> [SavedSearch] {
        try await reading { try await $0.savedSearches() }
    }

    /// Keeps a search in the library, in the place of one of the same name; also while photos are indexed.
    ///
    /// Throws as ``PhotoLibrary/save(search:)`` does.
    public func save(search: SavedSearch) async throws {
        try await changing { try await PhotoLibrary.save(search: search, places) }
        news.changed()
    }

    /// Takes a search out of the library; also while photos are indexed.
    ///
    /// Throws as ``PhotoLibrary/removeSearch(_:)`` does.
    public func removeSearch(_ name: String) async throws {
        try await changing { try await PhotoLibrary.removeSearch(name, places) }
        news.changed()
    }
}
