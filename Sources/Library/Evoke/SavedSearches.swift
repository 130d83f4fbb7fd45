import EvokeQuery
public import EvokeValues

extension SavedSearch {
    /// Of Unicode's characters.
    public static let longestName = 100
    /// In one library.
    public static let most = 1_000

    /// Throws `EvokeError` of the kind `wrongUsage` for what cannot be saved: a name that is none, and a query that cannot
    /// be read, or that asks for other photos in another folder.
    package func check() throws(EvokeError) {
        guard !name.isEmpty else { throw refused("it has no name", "Give it one.") }
        guard name.unicodeScalars.count <= Self.longestName else {
            throw refused("its name is longer than \(Self.longestName) characters", "Give it a shorter one.")
        }
        guard !name.unicodeScalars.contains(where: \.isControl) else {
            throw refused("its name has characters in it that cannot be seen", "Give it one in a line of plain text.")
        }
        // They lead elsewhere in an address, whoever writes it.
        guard ![".", ".."].contains(name) else { throw refused("its name has dots alone in it", "Give it another.") }
        guard !query.isBlank else { throw refused("its query is empty", "Describe what the photos show.") }
        for case .file(let file) in try Query(query, now: .now).likes where !file.isAbsolute {
            throw refused(
                "'\(file.display)' is another photo in another folder", "Write the whole path, from the slash on.")
        }
    }

    fileprivate func refused(
        _ reason: String, _ remedy: String, _ kind: EvokeError.Kind = .wrongUsage
    ) -> EvokeError {
        EvokeError(kind, doing: "save the search", subject: FilePath(name).display, reason: reason, remedy: remedy)
    }
}

/// Searches that are kept under names.
extension PhotoLibrary {
    /// All of them, in the order of their names.
    ///
    /// Throws `EvokeError` where the library cannot be read.
    public func savedSearches() async throws -> [SavedSearch] {
        try await catalog.savedSearches()
    }

    /// Keeps a search in the library, in the place of one of the same name. It is read anew each time that it is asked.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a name that is empty, longer than ``SavedSearch/longestName`` or
    /// has control characters in it, and for a query that cannot be read; `tooLarge` where there are
    /// ``SavedSearch/most`` others.
    public func save(search: SavedSearch) async throws {
        try await catalog.keep(search)
    }

    /// Takes a search out of the library.
    ///
    /// Throws `EvokeError` of the kind `notFound` where none is saved under that name.
    public func removeSearch(_ name: String) async throws {
        try await catalog.drop(name)
    }

    /// The searches of a library that need not be open; no model is loaded. `upgrading` hears of a library that an older
    /// Evoke left.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func savedSearches(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> [SavedSearch] {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let searches = try await catalog.savedSearches()
        try await catalog.close()
        return searches
    }

    /// Keeps a search in a library that need not be open, as ``save(search:)`` does. `upgrading` hears of a library that an
    /// older Evoke left. Another program may index the library meanwhile.
    ///
    /// Throws as that does, and `notFound` where there is no library.
    public static func save(
        search: SavedSearch, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.besideWriters(upgrading: upgrading) { try await $0.keep(search) }
    }

    /// Takes a search out of a library that need not be open, as ``removeSearch(_:)`` does. `upgrading` hears of a library
    /// that an older Evoke left. Another program may index the library meanwhile.
    ///
    /// Throws as that does.
    public static func removeSearch(
        _ name: String, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.besideWriters(upgrading: upgrading) { try await $0.drop(name) }
    }
}

extension SavedSearchStore {
    func keep(_ search: SavedSearch) async throws {
        try search.check()
        guard try await save(search, most: SavedSearch.most) else {
            throw search.refused("\(SavedSearch.most) others are saved already", "Remove one first.", .tooLarge)
        }
    }

    func drop(_ name: String) async throws {
        let search = try await savedSearches().named(name, doing: "remove the saved search")
        _ = try await removeSearch(search.name)
    }
}

extension LibraryConfiguration {
    /// Changes something small in a library that is there, also beside whoever indexes.
    func besideWriters(
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void,
        _ body: @Sendable (any PhotoCatalog) async throws -> Void
    ) async throws {
        // Opened for reading first: that upgrades a library that nobody writes to.
        try await catalog.open(.read, upgrading: upgrading).close()
        // Taken where nobody has it: whoever looks at the library's files meanwhile sees that Evoke writes to them.
        let lock = try? await lock()
        defer { withExtendedLifetime(lock) {} }
        let catalog = try await catalog.openBesideWriter()
        try await body(catalog)
        try await catalog.close()
    }
}

extension Unicode.Scalar {
    /// Lines end with some of them, and terminals act upon others.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
