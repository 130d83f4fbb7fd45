package import EvokePorts
package import EvokeValues

/// What a library has to suggest.
package struct KnownValues {
    /// A place by one of its names.
    package struct Place {
        package let name: String
        package let label: String?
        package let count: Int

        package init(_ name: String, label: String?, count: Int) {
            (self.name, self.label, self.count) = (name, label, count)
        }
    }

    let values: [PhotoTrait: [PhotoValue]]
    /// Names; nil if the user may not know who is in photos.
    let people: [String]?
    /// For date words.
    let languages: [QueryLanguage]
    /// The places with a name that begins with the text, the most frequent first.
    let places: (String) throws(EvokeError) -> [Place]

    package init(
        _ values: [PhotoTrait: [PhotoValue]], people: [String]?, languages: [QueryLanguage]? = nil,
        places: @escaping (String) throws(EvokeError) -> [Place]
    ) {
        (self.values, self.people, self.places) = (values, people, places)
        self.languages = languages ?? QueryLanguage.allCases
    }
}

extension KnownValues {
    /// Whether the user may use a field.
    fileprivate func has(_ field: QueryField) -> Bool { people != nil || !field.tellsOfPeople }
}

extension QueryTyping {
    /// The traits that its suggestions come from.
    package var traits: [PhotoTrait] {
        field.map { $0.trait.map { [$0] } ?? [] } ?? QueryField.allInWords.compactMap(\.trait)
    }

    package var takesPlaces: Bool { field.map { $0.kind == .place } ?? true }

    package var takesPeople: Bool { field?.tellsOfPeople ?? true }

    /// The best first: those that complete the most words; field names; people; values, the most frequent first; dates
    /// without a count.
    ///
    /// - Parameter now: in the user's local time.
    package func suggestions(
        of known: KnownValues, now: CivilTime, top: Int
    ) throws(EvokeError) -> [QuerySuggestion] {
        var (found, texts) = ([QuerySuggestion](), Set<String>())
        func add(_ more: [Completion], from start: Int) {
            for completion in more where found.count < top {
                let suggestion = self.suggestion(completion, from: start, known, now)
                guard suggestion.query != QuerySyntax.string(scalars), !texts.contains(suggestion.text),
                    isReadable(suggestion, now)
                else { continue }
                texts.insert(suggestion.text)
                found.append(suggestion)
            }
        }
        guard field == nil else {
            add(try values(known, now), from: start)
            return found
        }
        for begin in words + [start] where found.count < top {
            let text = QuerySyntax.string(scalars[begin...]).folded
            let isLast = begin == start
            let fields = isLast ? QueryField.all.filter { known.has($0) && $0.name.hasPrefix(text) } : []
            add(fields.map { Completion(.field, $0, "", label: $0.summary) }, from: begin)
            guard !text.isBlank else { continue }
            add(QueryField.person.completions(of: text, known), from: begin)
            var values: [Completion] = []
            for field in QueryField.allInWords { values += field.completions(of: text, known) }
            for place in try known.places(text) { values.append(Completion(place, .place)) }
            add(values.mostFrequentFirst(), from: begin)
            add(dates(known, now) { $0.hasPrefix(text) }, from: begin)
        }
        return found
    }

    /// For the field that is being typed.
    private func values(_ known: KnownValues, _ now: CivilTime) throws(EvokeError) -> [Completion] {
        guard let field, known.has(field) else { return [] }
        let (kept, rest) = field.ends(typed)
        let text = rest.folded
        var found = field.completions(of: text, known)
        if field.kind == .place {
            for place in try known.places(rest) { found.append(Completion(place, field)) }
        }
        if field.kind == .date {
            found += dates(known, now) { [start = Array(text.utf8)] in $0.hasWord(beginning: start) }
        }
        if found.isEmpty, field.kind != .photo {
            found = field.examples.filter { $0.folded.hasPrefix(text) }.map {
                Completion(field.kind == .date ? .date : field.kind == .place ? .place : .value, field, $0)
            }
        }
        return kept.isEmpty ? found : found.map { $0.after(kept) }
    }

    private func dates(
        _ known: KnownValues, _ now: CivilTime, where isWanted: (String) -> Bool
    ) -> [Completion] {
        DatePhrases.all.filter { known.languages.contains($0.language) && isWanted($0.folded) }.map { phrase in
            // Only valid queries are suggested.
            let reading = try? SearchQuery("date:" + QuerySyntax.quoted(phrase.text), now: now)
            return Completion(.date, .date, phrase.text, label: reading?.description)
        }
    }

    /// Whether all of it is a date in plain words.
    private func isUnderstood(_ text: String, _ now: CivilTime) -> Bool {
        // Unreadable text is not suggested.
        guard let read = try? ParsedQuery(text, now: now) else { return false }
        return !read.understood.isEmpty && read.query.parts.allSatisfy(\.isCondition)
    }

    private func suggestion(
        _ completion: Completion, from begin: Int, _ known: KnownValues, _ now: CivilTime
    ) -> QuerySuggestion {
        let before = QuerySyntax.string(scalars[..<begin])
        let isPlain =
            field == nil && !isOpposite && completion.kind == .date && completion.value.contains(where: \.isLetter)
            && isUnderstood(completion.value, now)
        let value = completion.kind == .field ? "" : QuerySyntax.whole(completion.value)
        let text = isPlain ? completion.value : "\(completion.field.name):\(value)"
        let inserted = field == nil ? text : QuerySyntax.completed(completion.value, after: quote)
        return QuerySuggestion(
            kind: completion.kind, text: text, value: completion.kind == .field ? nil : completion.value,
            label: completion.label, query: before + inserted,
            count: completion.field.isPartOfName ? known.count(of: completion) : completion.count)
    }

    /// Whether it is valid once open parentheses are closed and a field has a value.
    private func isReadable(_ suggestion: QuerySuggestion, _ now: CivilTime) -> Bool {
        var text = suggestion.query
        if suggestion.kind == .field, let field = QueryField.named(String(suggestion.text.dropLast())) {
            text += QuerySyntax.whole(field.examples[0])
        }
        // Tests whether it is valid.
        return (try? SearchQuery(text + String(repeating: ")", count: open), now: now)) != nil
    }
}

/// A value that completes what is being typed, or a field.
struct Completion {
    let kind: QuerySuggestion.Kind
    let field: QueryField
    let value: String
    var label: String?
    var count: Int?

    init(
        _ kind: QuerySuggestion.Kind, _ field: QueryField, _ value: String, label: String? = nil, count: Int? = nil
    ) {
        (self.kind, self.field, self.value, self.label, self.count) = (kind, field, value, label, count)
    }

    /// Only `place:` matches what was counted.
    init(_ place: KnownValues.Place, _ field: QueryField) {
        self.init(.place, field, place.name, label: place.label, count: field.name == "place" ? place.count : nil)
    }

    /// The other end of a range, for which the count does not apply.
    func after(_ kept: String) -> Completion { Completion(kind, field, kept + value, label: label) }
}

extension [Completion] {
    func mostFrequentFirst() -> [Completion] {
        enumerated().sorted { ($1.element.count ?? 0, $0.offset) < ($0.element.count ?? 0, $1.offset) }.map(\.element)
    }
}

/// A completion for what is being typed.
public struct QuerySuggestion: Hashable, Sendable {
    /// What is suggested.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The name of a field, whose value is yet to be written.
        case field
        /// A value of a field.
        case value
        /// A time: a value of `date:`, or plain words that are understood as one.
        case date
        /// A place.
        case place
        /// Somebody with a name in the library.
        case person
    }

    /// What is suggested.
    public let kind: Kind
    /// The suggested part of the query, replacing what is being typed: `camera:"X100V"`.
    public let text: String
    /// The suggested value, without quotes; nil for a field.
    public let value: String?
    /// A description; nil if the text is clear.
    public let label: String?
    /// The whole text with its last part completed.
    public let query: String
    /// How many of the photos that can be shown have the value by itself; nil if not counted.
    public let count: Int?
}
