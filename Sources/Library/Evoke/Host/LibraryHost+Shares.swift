import EvokeValues

/// A part of a library that can be shared.
package enum LibraryPart: Hashable, Sendable {
    /// The photos in the album of that name.
    case album(String)
    /// The photos that the saved search of that name finds.
    case search(String)
}

/// The photos found for a part.
struct SeenPart: Sendable {
    /// What the result depends on: a search may ask for the last week.
    struct Condition: Hashable {
        let query: String
        let minute: Int64
    }

    let state: CatalogState
    let condition: Condition
    let photos: PhotoSet
}

extension LibraryHost {
    /// The current photos of a part of the library, without hidden ones. Empty if the album or the saved search is
    /// gone.
    ///
    /// Throws `EvokeError` for a search that no longer works.
    package func photos(of part: LibraryPart) async throws -> PhotoSet {
        switch part {
        case .album(let name): try await reading { try await $0.photos(meeting: .test(.album(name))) }
        case .search(let name): try await photos(ofSearch: name)
        }
    }

    /// Cached while nothing changes, since a page of photos asks once per photo.
    private func photos(ofSearch name: String) async throws -> PhotoSet {
        guard let search = try await savedSearches().first(where: { $0.name == name }) else { return PhotoSet() }
        let condition = SeenPart.Condition(query: search.query, minute: CivilTime.now.seconds / 60)
        let state = try await state()
        if let seen = seenParts[name], seen.state == state, seen.condition == condition { return seen.photos }
        let found = try await photos(answering: try await read(search.query, tellsOfPeople: true).query)
        let photos = found.subtracting(try await reading { try await $0.photos(meeting: .test(.hidden)) })
        seenParts[name] = SeenPart(state: state, condition: condition, photos: photos)
        return photos
    }
}
