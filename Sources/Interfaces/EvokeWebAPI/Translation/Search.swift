package import Evoke
package import EvokeClient
package import EvokePorts
package import EvokeValues

extension SearchRequest {
    /// The request; `vectors` are those that were not given as numbers.
    package init(_ asked: SearchRequestBody, read: ParsedQuery?, vectors: [Embedding] = []) {
        self.init(
            query: read?.query, avoided: asked.not.flatMap { $0.isBlank ? nil : [$0] } ?? [],
            photos: (asked.like ?? []).map { PhotoID($0) }, files: asked.likeFile.map { [$0] } ?? [],
            vectors: vectors, top: asked.top ?? Limits.usualTop, offset: asked.offset ?? 0, showsAll: true,
            countsFitting: asked.count ?? false)
    }
}

extension SearchRequestBody {
    package var words: String? { text.flatMap { $0.isBlank ? nil : $0 } }

    /// Its text, parsed by `read`, which gets whether it is literal; nil if there is none.
    package func read(_ read: (String, Bool) async throws -> ParsedQuery) async throws -> ParsedQuery? {
        guard let words else { return nil }
        return try await read(words, literal ?? false)
    }
}

extension SearchAnswer {
    /// - Parameter placeName: the name of a place, in the caller's language.
    package init(
        to asked: SearchRequestBody, read: ParsedQuery?, _ found: SearchResults, by model: ModelID, took: Duration,
        indexed: IndexedSoFar?, placeName: (PhotoPlace) -> String?
    ) {
        let placeName = found.map(\.card).placeNames(placeName)
        let understood = read?.understood.map(Understood.init) ?? []
        self.init(
            query: asked.words ?? asked.likePath, canonical: read.map { "\($0.query)" },
            understood: understood.isEmpty ? nil : understood, conditions: QueryAnswer.Condition.some(in: read),
            misspelling: read?.misspelling.map(Misspelling.init), order: Self.order(of: found, read?.query),
            showsAll: read?.query.showsAll == true ? true : nil, model: model.name, tookMs: JSONText.milliseconds(took),
            total: found.total, fitting: found.fitting,
            withoutColors: found.withoutColors > 0 ? found.withoutColors : nil,
            folded: found.folded > 0 ? found.folded : nil, datedByFile: found.datedByFile > 0 ? found.datedByFile : nil,
            indexed: indexed.map { Indexed(photos: $0.photos, total: $0.total) },
            results: found.map { Result($0.card, $0, placeName: placeName($0.card)) })
    }

    init(_ list: PhotoList, order: String, placeName: (PhotoPlace) -> String?) {
        let placeName = list.photos.map(\.card).placeNames(placeName)
        self.init(
            order: order, total: list.total, folded: list.folded > 0 ? list.folded : nil,
            results: list.photos.map { Result($0.card, placeName: placeName($0.card), stack: $0.stack) })
    }

    /// Without an order in the query, photos that are not ranked have the newest first.
    static func order(of found: SearchResults, _ query: SearchQuery?) -> String {
        let isList = !found.isEmpty && found.allSatisfy { $0.score == nil }
        return query?.order?.rawValue ?? (isList ? PhotoOrder.newest.rawValue : "best")
    }
}

extension SearchAnswer.Understood {
    package init(_ understood: ParsedQuery.Understood) {
        self.init(words: understood.words, query: "\(understood.part)")
    }
}

extension SearchAnswer.Misspelling {
    init(_ misspelling: Misspelling) {
        self.init(
            word: misspelling.word, suggestion: misspelling.suggestion, query: misspelling.text,
            shown: misspelling.isShown)
    }
}

extension SuggestionsAnswer.Suggestion {
    init(_ suggestion: QuerySuggestion) {
        self.init(
            kind: suggestion.kind.rawValue, text: suggestion.text, value: suggestion.value, label: suggestion.label,
            query: suggestion.query, count: suggestion.count)
    }
}

extension SearchRefusal {
    package init(query: String, detail: String, remedy: String) {
        let kind = EvokeError.Kind.wrongUsage
        self.init(
            query: query,
            error: Problem(status: kind.status, kind: kind.rawValue, detail: detail, remedy: remedy).answer)
    }
}

extension [PhotoCard] {
    /// The names of their places, each looked up once.
    func placeNames(_ name: (PhotoPlace) -> String?) -> (PhotoCard) -> String? {
        var names: [PhotoPlace: String] = [:]
        for place in Set(compactMap(\.place)) { names[place] = name(place) }
        return { [names] in $0.place.flatMap { names[$0] } }
    }
}

extension QueryAnswer {
    init(_ read: ParsedQuery, isLiteral: Bool) {
        self.init(
            text: read.text, literal: isLiteral ? true : nil, canonical: "\(read.query)",
            conditions: Condition.all(in: read))
    }
}

extension QueryAnswer.Condition {
    /// Nil if there are none.
    static func some(in read: ParsedQuery?) -> [Self]? {
        let all = read.map(all) ?? []
        return all.isEmpty ? nil : all
    }

    fileprivate static func all(in read: ParsedQuery) -> [Self] {
        let text = read.text
        return read.conditions.map { condition in
            Self(
                start: condition.range.lowerBound.utf16Offset(in: text),
                end: condition.range.upperBound.utf16Offset(in: text), words: condition.words,
                field: condition.field, values: condition.values, opposite: condition.isOpposite ? true : nil,
                removable: condition.isRemovable, query: condition.text)
        }
    }
}

extension ParsedQuery {
    /// The changed text, and whether it is literal.
    func changed(_ change: QueryChange, isLiteral: Bool) throws(EvokeError) -> (text: String, isLiteral: Bool) {
        switch change {
        case .without(let numbers): (try text(without: Set(numbers)), isLiteral)
        case .clear: (textWithoutConditions(), isLiteral)
        case .leaveToWords(let number): (try text(leavingToWords: number), true)
        case .put(let field, let values, let isOpposite, let number):
            (try text(putting: values, of: field, isOpposite: isOpposite, inPlaceOf: number), isLiteral)
        }
    }
}

/// Tests for photos that have one of these.
extension PhotoTest {
    package var query: String { "\(SearchQuery.Part.test(self))" }
}

extension MarksAnswer.Named {
    /// - Parameter test: the condition that photos with this value meet.
    package init(_ value: PhotoValue, _ test: (String) -> PhotoTest) {
        self.init(name: value.text, count: value.count, query: test(value.text).query)
    }
}
