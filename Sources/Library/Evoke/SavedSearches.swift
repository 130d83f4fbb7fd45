import EvokePorts
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

extension PhotoLibrary {
    /// The searches that the owner has saved.
    public var saved: SavedSearches { SavedSearches(library: self) }

    /// The searches that a library's owner has saved, which can be changed while another program indexes the library.
    public struct SavedSearches: Sendable {
        let library: PhotoLibrary
    }
}

extension PhotoLibrary.SavedSearches {
    /// All of them, sorted by name.
    public func list() async throws -> [SavedSearch] { try await library.catalog.savedSearches() }

    /// Saves a search, replacing one of the same name. Its query is read again each time it is used.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a name that is empty, longer than ``SavedSearch/longestName``
    /// or has control characters, and for a query that cannot be read; `tooLarge` if there are already
    /// ``SavedSearch/most`` others.
    public func save(_ search: SavedSearch) async throws {
        try search.check()
        try await library.changing { catalog in
            guard try await catalog.save(search, most: SavedSearch.most) else {
                throw search.refused("\(SavedSearch.most) searches are already saved", "Remove one first.", .tooLarge)
            }
        }
    }

    /// Removes a saved search.
    ///
    /// Throws `EvokeError` of the kind `notFound` if none has that name.
    public func remove(_ name: String) async throws {
        try await library.changing { catalog in
            let search = try await catalog.savedSearches().named(name, doing: "remove the saved search")
            _ = try await catalog.removeSearch(search.name)
        }
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
    /// Throws as ``PhotoLibrary/SavedSearches/save(_:)`` does.
    public func save(search: SavedSearch) async throws {
        try await changing { try await $0.saved.save(search) }
        news.changed()
    }

    /// Removes a saved search; also during indexing.
    ///
    /// Throws as ``PhotoLibrary/SavedSearches/remove(_:)`` does.
    public func removeSearch(_ name: String) async throws {
        try await changing { try await $0.saved.remove(name) }
        news.changed()
    }
}
