public import EvokeValues

extension LibraryHost {
    /// The searches that are kept under names, in their order.
    public nonisolated func savedSearches() async throws -> [SavedSearch] {
        try await reading { try await $0.savedSearches() }
    }

    /// Keeps a search in the library, in the place of one of the same name; also while this host indexes.
    ///
    /// Throws as ``PhotoLibrary/save(search:)`` does, and `libraryBusy` where another program writes to the library.
    public func save(search: SavedSearch) async throws {
        try await follow()
        try await writing { try await $0.keep(search) }
        news.changed()
    }

    /// Takes a search out of the library; also while this host indexes.
    ///
    /// Throws as ``PhotoLibrary/removeSearch(_:)`` does, and `libraryBusy` where another program writes to the library.
    public func removeSearch(_ name: String) async throws {
        try await follow()
        try await writing { try await $0.drop(name) }
        news.changed()
    }
}
