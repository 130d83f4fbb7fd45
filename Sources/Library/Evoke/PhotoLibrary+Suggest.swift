public import EvokeQuery
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Counts what suggestions are made of, and reads where the photos were taken, so that the first suggestion is as quick
    /// as the others.
    ///
    /// Throws as ``suggest(_:top:now:languages:tellsOfPeople:)`` does.
    public func prepareToSuggest() async throws {
        // Values, places and words for dates begin so.
        _ = try await suggest("a")
    }

    /// How a text may go on whose last part is being typed: fields, what the library has, dates, places and people. The best come
    /// first, `top` at most; there may be none. Each query can be read, once its parentheses are closed and a field has its
    /// value.
    ///
    /// - Parameters:
    ///   - text: up to where something is being typed, in the language of queries.
    ///   - now: by the clock on the wall of whoever asks.
    ///   - languages: those that whoever asks reads, as in "pt-BR". Dates and places in others are suggested where nothing
    ///     else fits. Nil for all.
    ///   - tellsOfPeople: whether whoever asks may know who is in photos.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a `top` below 1 and for a library that is closed, and where the
    /// library or the table of places cannot be read.
    public func suggest(
        _ text: String, top: Int = 8, now: CivilTime = .now, languages: [String]? = nil, tellsOfPeople: Bool = true
    ) async throws -> [QuerySuggestion] {
        guard top > 0 else {
            throw EvokeError(
                .wrongUsage, doing: "suggest how a query goes on", subject: "",
                reason: "\(top) suggestions were asked for", remedy: "Ask for at least one.")
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

    /// Kept for as long as the photos are where they are.
    private func placesHere() async throws -> LibraryPlaces? {
        let counts = try await catalog.placeCounts(among: nil)
        if let known = knownPlaces.withLock({ $0 }), known.counts == counts { return known }
        let places = try LibraryPlaces(counts, in: places)
        knownPlaces.withLock { $0 = places }
        return places
    }
}
