public import EvokePorts
public import EvokeQuery
public import EvokeValues

extension LibraryHost {
    /// Parses a text for the library as it is now.
    ///
    /// Throws as ``PhotoLibrary/read(_:now:isLiteral:tellsOfPeople:spells:)`` does, and as a search does if it is
    /// further behind than allowed.
    ///
    /// - Parameters:
    ///   - tellsOfPeople: whether the user may know who is in photos.
    ///   - spells: whether to correct mistyped words.
    public func read(
        _ text: String, isLiteral: Bool = false, tellsOfPeople: Bool, spells: Bool = false
    ) async throws -> ParsedQuery {
        try checkLag()
        return try await onceMore { [self] in
            try await current().read(
                text, now: .now, isLiteral: isLiteral, tellsOfPeople: tellsOfPeople, spells: spells)
        }
    }

    /// Completions of a query that is being typed.
    ///
    /// Throws as ``PhotoLibrary/suggest(_:top:now:languages:tellsOfPeople:)`` does.
    public func suggest(
        _ text: String, top: Int = 8, languages: [String]? = nil, tellsOfPeople: Bool
    ) async throws -> [QuerySuggestion] {
        try await onceMore { [self] in
            try await current().suggest(text, top: top, languages: languages, tellsOfPeople: tellsOfPeople)
        }
    }

    /// The results of a request, including those that do not fit, and the model that ranked them.
    ///
    /// Throws `EvokeError` of the kind `libraryUnavailable` if it is further behind the library than allowed.
    ///
    /// - Parameter folds: whether to fold stacks (``SearchRequest/stacks``).
    public func search(
        _ question: SearchRequest, folds: Bool = false
    ) async throws -> (found: SearchResults, model: ModelID) {
        try checkLag()
        var question = await folding(question, folds)
        question.showsAll = true
        return try await onceMore { [self, question] in
            let library = try await current()
            return (try await library.search(question), try await library.model)
        }
    }

    /// The lines of text in a photo's picture, in pieces, with those marked that match a query.
    package func lines(
        of text: PictureText, in photo: PhotoID, marking query: Query
    ) async throws -> [[SearchReason.Piece]] {
        try await onceMore { [self] in try await current().lines(of: text, in: photo, marking: query) }
    }

    /// The number of matching photos per day, in the order of ``PhotoLibrary/days(of:)``.
    public func days(of question: SearchRequest, folds: Bool = false) async throws -> [PhotoDay] {
        try checkLag()
        let question = await folding(question, folds)
        return try await onceMore { [self] in try await current().days(of: question) }
    }

    /// Photos for a map, for each grid: all of them, or those that match a request.
    ///
    /// Throws as ``PhotoLibrary/clusters(of:in:on:)`` does.
    ///
    /// - Parameters:
    ///   - box: the visible part of the map; nil for all of it.
    ///   - folds: whether to fold stacks.
    public func clusters(
        of question: SearchRequest? = nil, in box: CoordinateBox? = nil, on grids: [MapGrid], folds: Bool = false
    ) async throws -> [PhotoClusters] {
        if let question {
            try checkLag()
            let question = await folding(question, folds)
            return try await onceMore { [self] in try await current().clusters(of: question, in: box, on: grids) }
        }
        let stacks = folds ? await stacks() : nil
        return try await reading { catalog in
            let photos: PhotoSet? =
                if let stacks { try await stacks.folded(catalog.photos(meeting: .all([]))) } else { nil }
            var found: [PhotoClusters] = []
            for grid in grids { found.append(try await catalog.clusters(among: photos, in: box, on: grid)) }
            return found
        }
    }

    private func folding(_ question: SearchRequest, _ folds: Bool) async -> SearchRequest {
        guard folds else { return question }
        var question = question
        question.stacks = await stacks()
        return question
    }
}

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
