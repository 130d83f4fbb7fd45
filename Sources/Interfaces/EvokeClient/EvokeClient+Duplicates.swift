/// Copies, the same picture, and shots of one moment.
extension EvokeClient {
    /// Photos of which one is enough, in groups. Where the server has to look for them first, the answer says how far it is
    /// (`finding`): ask again once ``events()`` tells that it is over.
    ///
    /// - Parameters:
    ///   - kinds: `exact`, `same` and `burst`; without any, all of them.
    ///   - words: only photos that this query finds.
    ///   - top: how many groups.
    public func duplicates(
        _ kinds: [String] = [], among words: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> DuplicateGroupsAnswer {
        let query = kinds.map { ("kind", $0) } + (words.map { [("q", $0)] } ?? [])
        return try await json(
            Call(.duplicates, "look for copies", query: query + [("top", "\(top)"), ("offset", "\(offset)")]))
    }

    /// Moves photos to the trash of the server's machine. What cannot be moved is left, and the answer says why.
    @discardableResult
    public func trash(_ steps: [TrashRequest.Step]) async throws -> TrashAnswer {
        try await json(Call(.trashDuplicates, "move photos to the trash", json: TrashRequest(steps: steps)))
    }

    /// Puts back what was moved to the trash last.
    @discardableResult
    public func undoTrash() async throws -> UndoAnswer {
        try await json(Call(.undoDuplicates, "put photos back"))
    }
}
