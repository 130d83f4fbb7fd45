import EvokeQuery
public import EvokeValues

extension SavedSearch {
    /// In Unicode characters.
    public static let longestName = 100
    /// Per library.
    public static let most = 1_000

    /// Throws `EvokeError` of the kind `wrongUsage` for what cannot be saved: an invalid name, a query that cannot be
    /// read, or one that depends on the current folder.
    package func check() throws(EvokeError) {
        guard !name.isEmpty else { throw refused("it has no name", "Give it one.") }
        guard name.unicodeScalars.count <= Self.longestName else {
            throw refused("its name is longer than \(Self.longestName) characters", "Give it a shorter one.")
        }
        guard !name.unicodeScalars.contains(where: \.isControl) else {
            throw refused("its name contains invisible characters", "Use one line of plain text.")
        }
        // In an address, these mean other paths.
        guard ![".", ".."].contains(name) else { throw refused("its name is only dots", "Choose another one.") }
        guard !query.isBlank else { throw refused("its query is empty", "Describe what the photos show.") }
        for case .file(let file) in try Query(query, now: .now).likes where !file.isAbsolute {
            throw refused(
                "'\(file.display)' depends on the current folder", "Write the whole path, starting with a slash.")
        }
    }

    fileprivate func refused(
        _ reason: String, _ remedy: String, _ kind: EvokeError.Kind = .wrongUsage
    ) -> EvokeError {
        EvokeError(kind, doing: "save the search", subject: FilePath(name).display, reason: reason, remedy: remedy)
    }
}

/// Saved searches.
extension PhotoLibrary {
    /// All of them, sorted by name.
    ///
    /// Throws `EvokeError` if the library cannot be read.
    public func savedSearches() async throws -> [SavedSearch] {
        try await catalog.savedSearches()
    }

    /// Saves a search, replacing one of the same name. Its query is read again each time it is used.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a name that is empty, longer than ``SavedSearch/longestName``
    /// or has control characters, and for a query that cannot be read; `tooLarge` if there are already
    /// ``SavedSearch/most`` others.
    public func save(search: SavedSearch) async throws {
        try await catalog.keep(search)
    }

    /// Removes a saved search.
    ///
    /// Throws `EvokeError` of the kind `notFound` if none has that name.
    public func removeSearch(_ name: String) async throws {
        try await catalog.drop(name)
    }

    /// The saved searches of a library, which need not be open; no model is loaded. `upgrading` is called while a
    /// library of an older Evoke is upgraded.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    public static func savedSearches(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> [SavedSearch] {
        let catalog = try await configuration.catalog.open(.read, upgrading: upgrading)
        let searches = try await catalog.savedSearches()
        try await catalog.close()
        return searches
    }

    /// Saves a search, as ``save(search:)`` does, in a library that need not be open. `upgrading` is called while a
    /// library of an older Evoke is upgraded. Another program may be indexing the library at the same time.
    ///
    /// Throws as that does, and `notFound` if there is no library.
    public static func save(
        search: SavedSearch, _ configuration: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await configuration.besideWriters(upgrading: upgrading) { try await $0.keep(search) }
    }

    /// Removes a saved search, as ``removeSearch(_:)`` does, from a library that need not be open. `upgrading` is
    /// called while a library of an older Evoke is upgraded. Another program may be indexing the library at the same
    /// time.
    ///
    /// Throws as that does.
    public static func removeSearch(
        _ name: String, _ configuration: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await configuration.besideWriters(upgrading: upgrading) { try await $0.drop(name) }
    }
}

extension SavedSearchStore {
    func keep(_ search: SavedSearch) async throws {
        try search.check()
        guard try await save(search, most: SavedSearch.most) else {
            throw search.refused("\(SavedSearch.most) searches are already saved", "Remove one first.", .tooLarge)
        }
    }

    func drop(_ name: String) async throws {
        let search = try await savedSearches().named(name, doing: "remove the saved search")
        _ = try await removeSearch(search.name)
    }
}

extension LibraryConfiguration {
    /// Makes a small change in an existing library, even while another process indexes it.
    func besideWriters(
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void,
        _ body: @Sendable (any PhotoCatalog) async throws -> Void
    ) async throws {
        // Opened for reading first: that upgrades a library that nobody writes to.
        try await catalog.open(.read, upgrading: upgrading).close()
        // Taken if it is free, so that others see that Evoke is writing to the library's files.
        let lock = try? await lock()
        defer { withExtendedLifetime(lock) {} }
        let catalog = try await catalog.openBesideWriter()
        try await body(catalog)
        try await catalog.close()
    }
}

extension Unicode.Scalar {
    /// Line breaks and terminal controls.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension LibraryHost {
    /// The saved searches, sorted by name.
    public nonisolated func savedSearches() async throws -> [SavedSearch] {
        try await reading { try await $0.savedSearches() }
    }

    /// Saves a search, replacing one of the same name; also during indexing.
    ///
    /// Throws as ``PhotoLibrary/save(search:)`` does.
    public func save(search: SavedSearch) async throws {
        try await changing { try await PhotoLibrary.save(search: search, configuration) }
        news.changed()
    }

    /// Removes a saved search; also during indexing.
    ///
    /// Throws as ``PhotoLibrary/removeSearch(_:)`` does.
    public func removeSearch(_ name: String) async throws {
        try await changing { try await PhotoLibrary.removeSearch(name, configuration) }
        news.changed()
    }
}
