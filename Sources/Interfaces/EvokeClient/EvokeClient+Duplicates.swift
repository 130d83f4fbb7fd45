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
        let query = kinds.map { ("kind", $0) } + (words.map { [("q", $0)] } ?? [])
        return try await json(
            Call(.duplicates, "list duplicates", query: query + [("top", "\(top)"), ("offset", "\(offset)")]))
    }

    /// Moves photos to the trash of the server's machine. The answer lists those that cannot be moved, with the reason.
    @discardableResult
    public func trash(_ steps: [TrashRequest.Step]) async throws -> TrashAnswer {
        try await json(Call(.trashDuplicates, "move photos to the trash", json: TrashRequest(steps: steps)))
    }

    /// Puts back what was last moved to the trash.
    @discardableResult
    public func undoTrash() async throws -> UndoAnswer {
        try await json(Call(.undoDuplicates, "put photos back"))
    }
}
