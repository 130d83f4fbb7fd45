/// Searches that are kept under names. Each of these answers with all of them, in the order of their names.
extension EvokeClient {
    /// The searches that are kept.
    public func savedSearches() async throws -> [SavedSearch] {
        try await searches(Call(.searches, "list the saved searches"))
    }

    /// Keeps a search, in the place of one of the same name.
    @discardableResult
    public func save(search: SavedSearch) async throws -> [SavedSearch] {
        try await searches(
            Call(.saveSearch, "save the search", [search.name], json: SavedSearchRequest(query: search.query)))
    }

    /// Forgets a search that is kept.
    @discardableResult
    public func removeSearch(_ name: String) async throws -> [SavedSearch] {
        try await searches(Call(.removeSearch, "remove the saved search", [name]))
    }

    private func searches(_ call: Call) async throws -> [SavedSearch] {
        let answer: SearchesAnswer = try await json(call)
        return answer.searches
    }
}
