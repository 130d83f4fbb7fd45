/// Favorites, ratings, captions, tags, albums and hidden photos.
extension EvokeClient {
    /// The albums, tags and the number of favorites.
    public func marks() async throws -> MarksAnswer { try await json(Call(.marks, "list albums and tags")) }

    /// Changes the marks of photos: first removes, then adds.
    @discardableResult
    public func mark(
        photos: [Int64], adding: MarksOfPhoto? = nil, removing: MarksToRemove? = nil
    ) async throws -> MarkedAnswer {
        try await mark(MarkRequest(photos: photos, add: adding, remove: removing))
    }

    /// Marks all photos that match a query.
    @discardableResult
    public func mark(
        query: String, adding: MarksOfPhoto? = nil, removing: MarksToRemove? = nil
    ) async throws -> MarkedAnswer {
        try await mark(MarkRequest(query: query, add: adding, remove: removing))
    }

    private func mark(_ wish: MarkRequest) async throws -> MarkedAnswer {
        try await json(Call(.mark, "mark photos", json: wish))
    }

    /// Undoes the last change of marks, and returns its number of photos; nil if there is none.
    @discardableResult
    public func undoMarks() async throws -> Int? {
        let answer: MarksUndoneAnswer = try await json(Call(.undoMarks, "undo the last marks"))
        return answer.photos
    }
}
