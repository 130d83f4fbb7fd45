package import EvokePorts

/// Finding and viewing photos.
extension EvokeClient {
    /// The photos that words describe, best first. With `countsFitting`, the answer has the number of all that fit;
    /// with `folds`, the photos of a stack are one result, ranked by the one that matches best.
    public func search(
        _ words: String, not avoided: String? = nil, top: Int = 50, offset: Int = 0, countsFitting: Bool = false,
        folds: Bool = false
    ) async throws -> SearchAnswer {
        try await ask(
            API.search,
            query: [
                "q": words, "top": top, "offset": offset, "fold": folds, "not": avoided, "count": countsFitting,
            ])
    }

    /// The photos most similar to others in the library and, if given, to words.
    public func search(
        like photos: [Int64], _ words: String? = nil, not avoided: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> SearchAnswer {
        let request = SearchRequestBody(text: words, not: avoided, like: photos, top: top, offset: offset)
        return try await ask(API.searchByExample, json: request)
    }

    /// The photos nearest to a vector of the library's model, as from `embed`. With a fingerprint, the server refuses a
    /// vector of another model.
    public func search(
        vector: [Float], fingerprint: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> SearchAnswer {
        let request = SearchRequestBody(
            vector: vector.map { Double($0) }, fingerprint: fingerprint, top: top, offset: offset)
        return try await ask(API.searchByExample, json: request)
    }

    /// The photos most similar to a picture, given as the bytes of its file, and, if given, to words.
    public func search(
        picture: [UInt8], _ words: String? = nil, not avoided: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> SearchAnswer {
        var form = UploadForm(picture: picture)
        form.add("text", words)
        form.add("not", avoided)
        form.add("top", "\(top)")
        form.add("offset", "\(offset)")
        return try await ask(API.searchByExample, form: form)
    }

    /// Parses a query into its parts, optionally after a change; does not search.
    ///
    /// - Parameter isLiteral: whether dates, places and people in plain words are left as words.
    package func query(
        _ text: String, isLiteral: Bool = false, changing change: QueryChange? = nil
    ) async throws -> QueryAnswer {
        let query: Call.Query =
            switch change {
            case .without(let numbers)?: ["q": text, "literal": isLiteral, "without": numbers]
            case .clear?: ["q": text, "literal": isLiteral, "clear": true]
            case .leaveToWords(let number)?: ["q": text, "literal": isLiteral, "words": number]
            case .put(let field, let values, let isOpposite, let number)?:
                [
                    "q": text, "literal": isLiteral, "field": field, "value": values, "opposite": isOpposite,
                    "at": number,
                ]
            case nil: ["q": text, "literal": isLiteral]
            }
        return try await ask(API.query, query: query)
    }

    /// Completions of a query that is being typed, best first: fields, values in the library, dates, places and people.
    ///
    /// - Parameters:
    ///   - text: the query up to the cursor.
    ///   - top: from 1 to 50.
    public func suggest(_ text: String, top: Int = 8) async throws -> SuggestionsAnswer {
        try await ask(API.suggest, query: ["q": text, "top": top])
    }

    /// All photos, newest first. With `folds`, the best of each stack represents it.
    public func photos(top: Int = 50, offset: Int = 0, folds: Bool = false) async throws -> SearchAnswer {
        try await ask(API.photos, query: ["top": top, "offset": offset, "fold": folds])
    }

    /// The photos of a photo's stack, including itself, best first; only itself if it is in none.
    public func stack(of id: Int64, top: Int = 50, offset: Int = 0) async throws -> SearchAnswer {
        try await ask(API.photos, query: ["stack": id, "top": top, "offset": offset])
    }

    /// The number of photos per day, in the order of `photos()`; with words, of the photos that match, in the order of
    /// that search. With `folds`, stacks are counted.
    package func days(
        of words: String? = nil, not avoided: String? = nil, folds: Bool = false
    ) async throws -> DaysAnswer {
        try await ask(API.days, query: ["q": words, "not": avoided, "fold": folds])
    }

    /// Photos on a map: all of them or, with words, those that match.
    ///
    /// - Parameters:
    ///   - box: the visible part of the map; nil for all of it.
    ///   - zoom: the world is 2^`zoom` squares across, with one cluster of photos per square; from 0 to 24.
    ///   - dots: a finer zoom, whose squares come with positions and counts only.
    ///   - folds: whether to fold stacks.
    package func map(
        of words: String? = nil, not avoided: String? = nil, in box: CoordinateBox? = nil, zoom: Int,
        dots: Int? = nil, folds: Bool = false
    ) async throws -> MapAnswer {
        try await ask(
            API.map, query: ["q": words, "not": avoided, "box": box, "dots": dots, "zoom": zoom, "fold": folds])
    }

    /// The outlines of land and countries, in the format described in `Tools/places/README.md`.
    ///
    /// Throws if the server has none.
    package func outlines() async throws -> [UInt8] {
        try await bytes(API.outlines)
    }

    /// Opens a photo in a program on the server's machine: only for its owner, on that machine, if it has a desktop.
    package func open(_ id: Int64, in place: PhotoOpening.Place) async throws {
        _ = try await ask(API.openPhoto, id, json: PhotoOpening(in: place))
    }

    /// The details of a photo.
    public func photo(_ id: Int64) async throws -> PhotoAnswer {
        try await ask(API.photo, id)
    }

    /// The text in a photo's picture. If words are given, those by which the photo is found are marked.
    package func text(of id: Int64, marking words: String? = nil) async throws -> PhotoTextAnswer {
        try await ask(API.photoText, id, query: ["q": words])
    }

    /// An upright JPEG whose longer side has 320, 640 or 1600 pixels.
    public func thumbnail(of id: Int64, size: Int = 320) async throws -> [UInt8] {
        try await bytes(API.thumbnail, id, query: ["size": size])
    }

    /// The photo's own file.
    public func original(of id: Int64) async throws -> [UInt8] {
        try await bytes(API.original, id, limit: Self.largestPhoto)
    }

    /// The film that a phone took with the photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is none.
    public func film(of id: Int64) async throws -> [UInt8] {
        try await bytes(API.film, id, limit: Self.largestPhoto)
    }
}

/// Favorites, ratings, captions, tags, albums and hidden photos.
extension EvokeClient {
    /// The albums, tags and the number of favorites.
    public func marks() async throws -> MarksAnswer { try await ask(API.marks) }

    /// Changes the marks of photos: first removes, then adds.
    @discardableResult
    public func mark(
        photos: [Int64], adding: MarksOfPhoto? = nil, removing: MarksToRemove? = nil
    ) async throws -> MarkedAnswer {
        try await ask(API.mark, json: MarkRequest(photos: photos, add: adding, remove: removing))
    }

    /// Marks all photos that match a query.
    @discardableResult
    public func mark(
        query: String, adding: MarksOfPhoto? = nil, removing: MarksToRemove? = nil
    ) async throws -> MarkedAnswer {
        try await ask(API.mark, json: MarkRequest(query: query, add: adding, remove: removing))
    }

    /// Undoes the last change of marks, and returns its number of photos; nil if there is none.
    @discardableResult
    public func undoMarks() async throws -> Int? {
        try await ask(API.undoMarks).photos
    }
}

/// Exact copies, the same picture, and shots of one moment.
extension EvokeClient {
    /// Groups of photos of which one is enough. If the server has to find them first, the answer has its progress
    /// (`finding`): ask again once ``events()`` reports its end.
    ///
    /// - Parameters:
    ///   - kinds: `exact`, `same` and `burst`; if empty, all of them.
    ///   - words: only photos that match this query.
    ///   - top: the number of groups.
    public func duplicates(
        _ kinds: [String] = [], among words: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> DuplicateGroupsAnswer {
        try await ask(API.duplicates, query: ["kind": kinds, "q": words, "top": top, "offset": offset])
    }

    /// Moves photos to the trash of the server's machine. The answer lists those that cannot be moved, with the reason.
    @discardableResult
    public func trash(_ steps: [TrashRequest.Step]) async throws -> TrashAnswer {
        try await ask(API.trashDuplicates, json: TrashRequest(steps: steps))
    }

    /// Puts back what was last moved to the trash.
    @discardableResult
    public func undoTrash() async throws -> UndoAnswer {
        try await ask(API.undoDuplicates)
    }

    /// The years with photos, newest first.
    package func years() async throws -> YearsAnswer {
        try await ask(API.years)
    }

    /// The review of a year.
    package func year(_ year: Int) async throws -> YearAnswer {
        try await ask(API.year, year)
    }
}

/// ZIP files of photos.
extension EvokeClient {
    /// The files of up to 10,000 photos as one ZIP, in their folders, passed to `take` in pieces as they arrive. A text
    /// file in it lists those that could not be read.
    public func archive(of photos: [Int64], _ take: ([UInt8]) throws -> Void) async throws {
        let made = try await ask(API.makeArchive, json: ArchiveRequest(photos: photos))
        let key = made.address.split(separator: "/").last ?? ""
        try await exchange(Call(operation: API.archive.any, pieces: [key]), take)
    }
}

/// Saved searches. Each of these returns all of them, sorted by name.
extension EvokeClient {
    /// The saved searches.
    public func savedSearches() async throws -> [SavedSearch] {
        try await ask(API.searches).searches
    }

    /// Saves a search, replacing one of the same name.
    @discardableResult
    public func save(search: SavedSearch) async throws -> [SavedSearch] {
        try await ask(API.saveSearch, search.name, json: SavedSearchRequest(query: search.query)).searches
    }

    /// Removes a saved search.
    @discardableResult
    public func removeSearch(_ name: String) async throws -> [SavedSearch] {
        try await ask(API.removeSearch, name).searches
    }
}
