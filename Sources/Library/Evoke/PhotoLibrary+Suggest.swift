public import EvokeQuery
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Computes the counts and places that suggestions are made from, so that the first one is as fast as the others.
    ///
    /// Throws as ``suggest(_:top:now:languages:tellsOfPeople:)`` does.
    public func prepareToSuggest() async throws {
        // Values, places and words for dates start with this letter.
        _ = try await suggest("a")
    }

    /// Completions of a query whose last part is being typed: fields, values in the library, dates, places and people.
    /// The best come first, `top` at most; there may be none. Each suggested query is valid once its parentheses are
    /// closed and its field has a value.
    ///
    /// - Parameters:
    ///   - text: the query up to the cursor.
    ///   - now: the local time of the user.
    ///   - languages: the languages that the user reads, as in "pt-BR". Dates and places in others are suggested only
    ///     if nothing else fits. Nil for all.
    ///   - tellsOfPeople: whether the user may know who is in photos.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a `top` below 1 and for a closed library, and if the library
    /// or the table of places cannot be read.
    public func suggest(
        _ text: String, top: Int = 8, now: CivilTime = .now, languages: [String]? = nil, tellsOfPeople: Bool = true
    ) async throws -> [QuerySuggestion] {
        guard top > 0 else {
            throw EvokeError(
                .wrongUsage, doing: "complete the query", subject: "",
                reason: "\(top) suggestions were requested", remedy: "Request at least one.")
        }
        guard let typing = QueryTyping(text) else { return [] }
        var values: [PhotoTrait: [PhotoValue]] = [:]
        for trait in typing.traits { values[trait] = try await catalog.values(of: trait) }
        let places = typing.takesPlaces ? try await placesHere() : nil
        let people = tellsOfPeople && typing.takesPeople ? try await catalog.people().map(\.name) : []
        let sorted = people.map { ($0.folded, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        func suggestions(_ languages: [String]?) throws(EvokeError) -> [QuerySuggestion] {
            let known = KnownValues(
                values, people: tellsOfPeople ? sorted : nil, languages: languages.map(QueryLanguage.named)
            ) { text throws(EvokeError) in
                try places?.places(beginning: text, in: languages, top: top) ?? []
            }
            return try typing.suggestions(of: known, now: now, top: top)
        }
        let found = try suggestions(languages)
        return found.isEmpty && languages != nil ? try suggestions(nil) : found
    }

    /// Cached until photos are added, moved or removed.
    private func placesHere() async throws -> LibraryPlaces? {
        let counts = try await catalog.placeCounts(among: nil)
        if let known = knownPlaces.withLock({ $0 }), known.counts == counts { return known }
        let places = try LibraryPlaces(counts, in: places)
        knownPlaces.withLock { $0 = places }
        return places
    }
}
