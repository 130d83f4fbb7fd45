import EvokeAnalysis
import EvokeQuery
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How many suggestions are tried.
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
        let written = try await catalog.written(among: Array(others) + [word])
        guard !written.contains(word), try !isName(word, isHere: nil) else { return nil }
        let here = Set(try await catalog.placeCounts(among: nil).keys.flatMap(\.parts))
        let names = try others.filter { try isName($0, isHere: here.contains) }
        let labels = try Set(engine.defaultLabels() ?? []).reduce(into: Set<String>()) { words, label in
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
        guard let file = places.worldPlaces else { return false }
        let table = try PlaceTable.opened(file)
        let found = try table.places(foldedTo: word)
        guard let isHere else { return !found.isEmpty }
        return try table.known(found, as: word).contains { isHere($0.id) }
    }

    /// How many photos fit; nil if unknown.
    private func fitting(_ query: Query) async throws -> Int? {
        try await search(SearchRequest(query: query, top: 1, countsFitting: true)).fitting
    }
}
