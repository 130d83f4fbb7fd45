import EvokeAnalysis
package import EvokePorts
public import EvokeQuery
public import EvokeValues

extension OpenLibrary {
    private static let mostTried = 3
    /// More words than that are a description.
    private static let mostWords = 16

    /// The query, with a suggestion for a word that is unknown to the library's texts, names and places and to the
    /// model. If nothing matches the query, and only one other word is almost the same, and that one has matches, it is
    /// used instead.
    ///
    /// A model may understand a word that is not in its vocabulary, and a similar word in there could be anything: such
    /// words are only suggested, if nothing matches, and never used instead.
    ///
    /// - Parameter text: the text that was read.
    func spelled(_ read: ParsedQuery, of text: String, now: CivilTime) async throws -> ParsedQuery {
        let terms = read.query.plainTerms
        guard !terms.isEmpty, terms.count <= Self.mostWords else { return read }
        for term in TextTerm.all(in: text) where term.kind == .word && terms.contains(term.text) {
            guard let guess = try await guess(term.text) else { continue }
            let isAnswered = try await fitting(read.query) != 0
            guard !guess.isOfModel || !isAnswered else { continue }
            var best: (read: ParsedQuery, word: String, text: String, count: Int)?
            for word in guess.words.prefix(Self.mostTried) {
                let written =
                    text[term.range].first?.isUppercase == true || guess.isName
                    ? word.prefix(1).uppercased() + word.dropFirst() : word
                var whole = text
                whole.replaceSubrange(term.range, with: written)
                let other = try await self.read(whole, now: now)
                guard let count = try await fitting(other.query), count > best?.count ?? 0 else { continue }
                best = (other, written, whole, count)
            }
            guard let best else { continue }
            let isShown =
                !isAnswered && !guess.isOfModel && guess.words.count == 1
                && Respelling.isSure(term.text, for: guess.words[0])
            let misspelling = Misspelling(
                word: String(text[term.range]), suggestion: best.word, text: best.text, isShown: isShown)
            return (isShown ? best.read : read).noting(misspelling)
        }
        return read
    }

    private struct Guess {
        let words: [String]
        /// Whether they are names of people or places, which are capitalized.
        var isName = false
        /// Whether only the model knows them.
        var isOfModel = false
    }

    /// What an unknown word may have meant; nil for a known word, and if nothing is similar.
    private func guess(_ word: String) async throws -> Guess? {
        let others = Respelling.all(of: word)
        guard !others.isEmpty, !ParsedQuery.knows(word) else { return nil }
        let written = try await catalog.indexedTerms(among: Array(others) + [word])
        guard !written.contains(word), try !isName(word, isHere: nil) else { return nil }
        let here = Set(try await catalog.placeCounts(among: nil).keys.flatMap(\.parts))
        let names = try others.filter { try isName($0, isHere: here.contains) }
        let labels = try await Set(engine.defaultLabels() ?? []).reduce(into: Set<String>()) { words, label in
            words.formUnion(TextTerm.all(in: label).map(\.text))
        }
        let encoder = try await engine.textEncoder()
        guard !labels.contains(word), try await !encoder.knows(word) else { return nil }
        let own = written.union(names)
        guard own.isEmpty else { return Guess(words: own.sorted(), isName: own == names) }
        var known = others.intersection(labels)
        for other in others where try await encoder.knows(other) { known.insert(other) }
        return known.isEmpty ? nil : Guess(words: known.sorted(), isOfModel: true)
    }

    /// Whether a person or a place has that name.
    ///
    /// - Parameter isHere: whether the library has photos of a place; nil for all places.
    private func isName(_ word: String, isHere: ((PlaceID) -> Bool)?) throws -> Bool {
        if knownNames.withLock({ $0.contains([word]) }) { return true }
        guard let file = configuration.worldPlaces else { return false }
        let table = try PlaceTable.opened(file)
        let found = try table.places(foldedTo: word)
        guard let isHere else { return !found.isEmpty }
        return try table.known(found, as: word).contains { isHere($0.id) }
    }

    /// How many photos fit; nil if unknown.
    private func fitting(_ query: SearchQuery) async throws -> Int? {
        try await search([SearchRequest(query: query, top: 1, countsFitting: true)])[0].fitting
    }
}

extension PhotoLibrary {
    /// Computes the counts and places that suggestions are made from, so that the first one is as fast as the others.
    package func prepareToSuggest() async throws {
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
    /// Throws `EvokeError`: of the kind `wrongUsage` for a `top` below 1, and if the library or the table of places cannot
    /// be read.
    public func suggest(
        _ text: String, top: Int = 8, now: CivilTime = .now, languages: [String]? = nil, tellsOfPeople: Bool = true
    ) async throws -> [QuerySuggestion] {
        try await current {
            try await $0.suggest(text, top: top, now: now, languages: languages, tellsOfPeople: tellsOfPeople)
        }
    }

    /// The lines of text in a photo's picture, in pieces. The words by which it matches a query are marked: words
    /// required in pictures, and plain words if all of them are written on the photo, including misread ones.
    package func lines(
        of text: PictureText, in photo: PhotoID, marking query: SearchQuery
    ) async throws -> [[SearchReason.Piece]] {
        try await current { library in
            var (phrases, plain) = ([[TextTerm]](), [TextQuery]())
            for way in try SearchRequest(query: query, top: 1).alternatives(in: library.configuration) {
                phrases += way.condition?.pictureTexts.map { TextTerm.all(in: $0) } ?? []
                guard way.isInWordsAlone, let words = try way.words.flatMap(library.configuration.textQuery) else {
                    continue
                }
                let found = try await library.catalog.photos(with: words)
                if found.any.contains(photo) { plain.append(words.misread(as: found.misreadings)) }
            }
            return text.marking { written in
                let terms = TextTerm.all(in: written)
                return phrases.flatMap { terms.places(of: $0) }
                    + plain.flatMap { $0.places(in: written, isRead: true).map(\.range) }
            }
        }
    }
}

extension OpenLibrary {
    package func suggest(
        _ text: String, top: Int, now: CivilTime = .now, languages: [String]? = nil, tellsOfPeople: Bool = true
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

    private func placesHere() async throws -> LibraryPlaces? {
        let counts = try await catalog.placeCounts(among: nil)
        return try await knownPlaces.value(at: counts) { try LibraryPlaces(counts, in: configuration) }
    }
}

extension PhotoCondition {
    fileprivate var pictureTexts: [String] {
        switch self {
        case .test(.pictureText(let words)): [words]
        case .test, .not: []
        case .all(let parts), .any(let parts): parts.flatMap(\.pictureTexts)
        }
    }
}
