import EvokeValues

/// A part of a library that its owner shows to others.
package enum LibraryPart: Hashable, Sendable {
    /// What is in the album of that name.
    case album(String)
    /// What the search finds that is saved under that name.
    case search(String)
}

/// What a part was found to be.
struct SeenPart: Sendable {
    /// What it depends on: a search may ask for the last week.
    struct Condition: Hashable {
        let query: String
        let minute: Int64
    }

    let state: CatalogState
    let condition: Condition
    let photos: PhotoSet
}

extension LibraryHost {
    /// The photos of a part of the library as it is now, without those that are hidden. An album that is gone, and a search
    /// that is no longer saved, have none.
    ///
    /// Throws `EvokeError` for a search that cannot be asked any more.
    package func photos(of part: LibraryPart) async throws -> PhotoSet {
        switch part {
        case .album(let name): try await reading { try await $0.photos(meeting: .test(.album(name))) }
        case .search(let name): try await photos(ofSearch: name)
        }
    }

    /// A page of photos asks for each of them, so what was found is kept for as long as it stays the same.
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
