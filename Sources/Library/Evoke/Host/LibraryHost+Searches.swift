public import EvokeValues

extension LibraryHost {
    /// The saved searches, sorted by name.
    public nonisolated func savedSearches() async throws -> [SavedSearch] {
        try await reading { try await $0.savedSearches() }
    }

    /// Saves a search, replacing one of the same name; also during indexing.
    ///
    /// Throws as ``PhotoLibrary/save(search:)`` does.
    public func save(search: SavedSearch) async throws {
        try await changing { try await PhotoLibrary.save(search: search, places) }
        news.changed()
    }

    /// Removes a saved search; also during indexing.
    ///
    /// Throws as ``PhotoLibrary/removeSearch(_:)`` does.
    public func removeSearch(_ name: String) async throws {
        try await changing { try await PhotoLibrary.removeSearch(name, places) }
        news.changed()
    }
}
