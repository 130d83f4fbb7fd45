/// Saved searches. Each of these returns all of them, sorted by name.
extension EvokeClient {
    /// The saved searches.
    public func savedSearches() async throws -> [SavedSearch] {
        try await searches(Call(.searches, "list the saved searches"))
    }

    /// Saves a search, replacing one of the same name.
    @discardableResult
    public func save(search: SavedSearch) async throws -> [SavedSearch] {
        try await searches(
            Call(.saveSearch, "save the search", [search.name], json: SavedSearchRequest(query: search.query)))
    }

    /// Removes a saved search.
    @discardableResult
    public func removeSearch(_ name: String) async throws -> [SavedSearch] {
        try await searches(Call(.removeSearch, "remove the saved search", [name]))
    }

    private func searches(_ call: Call) async throws -> [SavedSearch] {
        let answer: SearchesAnswer = try await json(call)
        return answer.searches
    }
}
