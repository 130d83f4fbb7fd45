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
        for case .file(let file) in try SearchQuery(query, now: .now).likes where !file.isAbsolute {
            throw refused(
                "'\(file.display)' depends on the current folder", "Write the whole path, starting with a slash.")
        }
    }

    fileprivate func refused(_ reason: String, _ remedy: String, _ kind: EvokeError.Kind = .wrongUsage) -> EvokeError {
        EvokeError(kind, doing: "save the search", subject: DiskPath(name).display, reason: reason, remedy: remedy)
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
    public func list() async throws -> [SavedSearch] {
        try await library.reading { try await $0.savedSearches() }
    }

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
    var isControl: Bool { [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) }
}

package enum LibraryPart: Hashable, Sendable {
    /// The photos in the album of that name.
    case album(String)
    /// The photos that the saved search of that name finds.
    case search(String)
}

struct SeenPart: Sendable {
    /// What the result depends on: a search may ask for the last week.
    struct Condition: Equatable {
        let state: CatalogState
        let query: String
        let minute: Int64
    }

    let condition: Condition
    let photos: PhotoSet
}

extension PhotoLibrary {
    /// The current photos of a part of the library, without hidden ones. Empty if the album or the saved search is
    /// gone.
    package func photos(of part: LibraryPart) async throws -> PhotoSet {
        switch part {
        case .album(let name): try await reading { try await $0.photos(meeting: .test(.album(name))) }
        case .search(let name): try await photos(ofSearch: name)
        }
    }

    /// Cached while nothing changes, since a page of photos asks once per photo.
    private func photos(ofSearch name: String) async throws -> PhotoSet {
        guard let search = try await saved.list().first(where: { $0.name == name }) else { return PhotoSet() }
        let condition = SeenPart.Condition(
            state: try await kept.state(), query: search.query, minute: CivilTime.now.seconds / 60)
        let seen = kept.memory.parts.withLock { $0[name] }
        if let seen, seen.condition == condition { return seen.photos }
        let found = try await photos(answering: try await read(search.query, now: .now).query)
        let photos = found.subtracting(try await reading { try await $0.photos(meeting: .test(.hidden)) })
        kept.memory.parts.withLock { $0[name] = SeenPart(condition: condition, photos: photos) }
        return photos
    }
}
