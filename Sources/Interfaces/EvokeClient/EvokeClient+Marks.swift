/// Favourites, ratings, captions, tags and albums, and which photos are hidden.
extension EvokeClient {
    /// The albums and tags, and how many favourites there are.
    public func marks() async throws -> MarksAnswer { try await json(Call(.marks, "list albums and tags")) }

    /// Marks photos: what is to be taken away goes first, then what is to be added comes.
    @discardableResult
    public func mark(
        photos: [Int64], adding: MarksOfPhoto? = nil, removing: MarksToRemove? = nil
    ) async throws -> MarkedAnswer {
        try await mark(MarkRequest(photos: photos, add: adding, remove: removing))
    }

    /// Marks all photos that fit a query.
    @discardableResult
    public func mark(
        query: String, adding: MarksOfPhoto? = nil, removing: MarksToRemove? = nil
    ) async throws -> MarkedAnswer {
        try await mark(MarkRequest(query: query, add: adding, remove: removing))
    }

    private func mark(_ wish: MarkRequest) async throws -> MarkedAnswer {
        try await json(Call(.mark, "mark photos", json: wish))
    }

    /// Takes back what was last done to marks, and gives of how many photos; nil where there is nothing.
    @discardableResult
    public func undoMarks() async throws -> Int? {
        let answer: MarksUndoneAnswer = try await json(Call(.undoMarks, "take back what was last marked"))
        return answer.photos
    }
}
