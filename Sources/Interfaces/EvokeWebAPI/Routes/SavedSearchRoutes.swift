import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let savedSearches = [
        Route(
            .searches, summary: "Saved searches",
            answer: .json(.named("Searches")), handle: { call in try await call.savedSearches() }),
        Route(
            .saveSearch, summary: "Save a search, replacing one of the same name",
            bodies: [.json(.object([.must("query", .text(most: Limits.textCharacters, least: 1))]))],
            answer: .json(.named("Searches")), problems: [422],
            handle: { call in
                guard let query = try Check.text(call.json(SavedSearchRequest.self).query, "query") else {
                    throw Problem.wrongUsage("the query is empty")
                }
                try await call.service.host.save(
                    search: SavedSearch(name: Target.text(of: call.pieces[0]), query: query))
                return try await call.savedSearches()
            }),
        Route(
            .removeSearch, summary: "Remove a saved search",
            answer: .json(.named("Searches")), problems: [404],
            handle: { call in
                let search = try await call.searches().named(
                    Target.text(of: call.pieces[0]), doing: "remove the saved search")
                try await call.service.host.removeSearch(search.name)
                return try await call.savedSearches()
            }),
    ]
}

extension Call {
    fileprivate func savedSearches() async throws -> Response { try .json(SearchesAnswer(await searches())) }

    /// Those that the caller may see.
    func searches() async throws -> [SavedSearch] {
        let all = try await service.host.savedSearches()
        // A query that cannot be parsed might be about people, and is left out.
        return tellsOfPeople ? all : all.filter { (try? Query($0.query, now: .now))?.asksForPeople == false }
    }
}
