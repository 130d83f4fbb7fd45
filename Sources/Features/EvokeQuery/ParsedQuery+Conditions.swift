import EvokePorts
package import EvokeValues

extension ParsedQuery {
    /// A part of a text that sets a condition, the order, or how many photos are shown.
    package struct Condition: Hashable, Sendable {
        /// Its range in the text.
        package let range: Range<String.Index>
        /// The plain words that were understood this way; nil if it is written in the query language.
        package let words: String?
        /// Its field; nil for exact text, and for several fields together.
        package let field: String?
        /// Canonical values of that field, without quotes: any of them is enough.
        package let values: [String]
        /// Whether photos must not meet it.
        package let isOpposite: Bool
        /// Canonical: `date:2026-06..2026-08`.
        package let text: String
        /// Whether it can be removed or changed on its own. Others are in parentheses or next to `OR`, combined with
        /// words.
        package let isRemovable: Bool
        fileprivate let isOfPhotos: Bool
    }

    /// In the order of the text. Nested ones are left out, unless the outer one includes meaning as well.
    package var conditions: [Condition] {
        var found: [Condition] = []
        for term in terms.reversed() where term.field != nil || term.part?.isCondition == true {
            if found.contains(where: { $0.range.contains(term.range) }) { continue }
            found.append(Condition(term, of: self))
        }
        found += understood.map { Condition($0.part, at: $0.range, words: $0.words, isRemovable: true) }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The text without some of its conditions; plain words that were understood as one are removed as well.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for one that does not exist or cannot be removed on its own.
    package func text(without numbers: Set<Int>) throws(EvokeError) -> String {
        var changes: [Change] = []
        for number in numbers { changes.append(Change(range: try removable(number).range)) }
        return text(with: changes)
    }

    /// The text without any conditions. Words, similar photos and the order stay.
    package func textWithoutConditions() -> String {
        let gone = conditions.filter { $0.isRemovable && $0.isOfPhotos }
        let text = text(with: gone.map { Change(range: $0.range) })
        // Whatever was built can be read.
        guard let rest = try? SearchQuery(text, now: now), let wanted = rest.wanted else { return text }
        let words = wanted.withoutConditions
        guard words != wanted else { return text }
        let left = SearchQuery(tidy: words?.tidied(), rest.order, rest.showsAll).description
        // Alone, the signs of a word that stood beside others may mean something else.
        return (try? SearchQuery(left, now: now)) == nil ? "" : left
    }

    /// The text in which an understood condition becomes plain words again, to be read literally: the other conditions
    /// are written as fields.
    ///
    /// Throws as ``text(without:)`` does.
    package func text(leavingToWords number: Int) throws(EvokeError) -> String {
        let left = try removable(number)
        let others = understood.filter { $0.range != left.range }
        return text(with: others.map { Change(range: $0.range, text: $0.part.besideOthers) })
    }

    /// The text with values of a field, any of which is enough: replacing one of its conditions, or in addition to
    /// everything else.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an unknown field or an invalid value, and as ``text(without:)``
    /// does.
    package func text(
        putting values: [String], of field: String, isOpposite: Bool = false, inPlaceOf number: Int? = nil
    ) throws(EvokeError) -> String {
        guard QueryField.named(field) != nil else {
            throw EvokeError(
                .wrongUsage, doing: "change the query", subject: field, reason: "there is no such field",
                remedy: "See the fields in docs/queries.md.")
        }
        let term = (isOpposite ? "-" : "") + field + ":" + values.map(QuerySyntax.whole).joined(separator: "|")
        guard let number else { return try text(alsoAsking: term) }
        let change = Change(range: try removable(number).range, text: term, query: try SearchQuery(term, now: now))
        return text(with: [change])
    }

    /// The text with an additional condition.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a part that the query language cannot express.
    package func text(alsoAsking part: SearchQuery.Part) throws(EvokeError) -> String {
        try text(alsoAsking: SearchQuery(part).wanted?.besideOthers ?? "")
    }

    private func text(alsoAsking term: String) throws(EvokeError) -> String {
        let query = try SearchQuery(term, now: now)
        let end = Change(range: text.endIndex..<text.endIndex, text: " " + term, query: query)
        guard let joined = terms.first(where: { $0.depth == 0 && $0.isBesideOr }) else { return text(with: [end]) }
        // It applies to both sides of OR.
        let group = Change(
            range: joined.range, text: "(\(text[joined.range]))", query: SearchQuery(tidy: joined.part, nil, false))
        return text(with: [group, end])
    }

    private func removable(_ number: Int) throws(EvokeError) -> Condition {
        let conditions = conditions
        guard conditions.indices.contains(number) else {
            throw EvokeError(
                .wrongUsage, doing: "change the query", subject: text, reason: "it has no condition \(number)",
                remedy: "Conditions are numbered from 0.")
        }
        guard conditions[number].isRemovable else {
            throw EvokeError(
                .wrongUsage, doing: "change the query", subject: conditions[number].text,
                reason: "it is combined with other words", remedy: "Edit the text instead.")
        }
        return conditions[number]
    }
}

// MARK: Changes of the text

extension ParsedQuery {
    private struct Change {
        let range: Range<String.Index>
        var text = ""
        /// The query after the change; nil for none.
        var query: SearchQuery?
    }

    /// The original text with only the changes applied; if its meaning would differ, the canonical text.
    private func text(with changes: [Change]) -> String {
        var (changed, rest) = ("", text.startIndex)
        for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where change.range.lowerBound >= rest {
            changed.append(trimming: text[rest..<change.range.lowerBound])
            changed.append(trimming: change.text[...])
            rest = change.range.upperBound
        }
        changed.append(trimming: text[rest...])
        // Unreadable text is not used.
        let read = try? SearchQuery(changed, now: now)
        if let wanted = query(with: changes) { return read == wanted ? changed : wanted.description }
        // Quotes that belong to a sentence may have lost their words.
        return read == nil ? text : changed
    }

    /// Nil if understood plain words are changed.
    private func query(with changes: [Change]) -> SearchQuery? {
        var (parts, order, showsAll) = ([SearchQuery.Part](), Optional<PhotoOrder>.none, false)
        var left = changes[...]
        func take(_ change: Change) {
            if let query = change.query {
                parts += [query.wanted].compactMap(\.self)
                (order, showsAll) = (query.order ?? order, query.showsAll || showsAll)
            }
        }
        for term in terms where term.depth == 0 {
            if let change = changes.first(where: { $0.range == term.range }) {
                take(change)
                left.removeAll { $0.range == term.range }
            } else if let part = term.part {
                parts.append(part)
            } else {
                // It was read before.
                let own = try? SearchQuery(String(text[term.range]), now: now)
                (order, showsAll) = (own?.order ?? order, own?.showsAll == true || showsAll)
            }
        }
        for change in left where change.range.isEmpty { take(change) }
        guard left.allSatisfy({ $0.range.isEmpty }) else { return nil }
        return SearchQuery(tidy: parts.isEmpty ? nil : .together(parts), order, showsAll)
    }
}

extension ParsedQuery.Condition {
    fileprivate init(_ term: QueryTerm, of read: ParsedQuery) {
        if let part = term.part {
            self.init(part, at: term.range, words: nil, isRemovable: term.depth == 0)
        } else {
            let text = read.text[term.range].lowercased()
            let value = text.drop { $0 != ":" && $0 != "：" }.dropFirst()
            self.init(
                range: term.range, words: nil, field: term.field?.name, values: [String(value)], isOpposite: false,
                text: text, isRemovable: true, isOfPhotos: false)
        }
    }

    fileprivate init(_ part: SearchQuery.Part, at range: Range<String.Index>, words: String?, isRemovable: Bool) {
        var (positive, isOpposite) = (part, false)
        if case .not(let inner) = part { (positive, isOpposite) = (inner, true) }
        let of = positive.valuesOfField
        self.init(
            range: range, words: words, field: of?.field.name, values: of?.values ?? [], isOpposite: isOpposite,
            text: part.besideOthers, isRemovable: isRemovable, isOfPhotos: part.isCondition)
    }
}

extension SearchQuery.Part {
    /// Nil if nothing is left.
    fileprivate var withoutConditions: Self? {
        func some(_ parts: [Self]) -> [Self]? {
            let left = parts.compactMap(\.withoutConditions)
            return left.isEmpty ? nil : left
        }
        return switch self {
        case .words, .like: self
        case .test, .place: nil
        case .not(let part): part.withoutConditions.map { .not($0) }
        case .all(let parts): some(parts).map { .all($0) }
        case .any(let parts): some(parts).map { .any($0) }
        }
    }
}

extension Range<String.Index> {
    fileprivate func contains(_ other: Self) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}

extension String {
    /// With a single space in between.
    fileprivate mutating func append(trimming piece: Substring) {
        let scalars = piece.unicodeScalars
        guard let first = scalars.firstIndex(where: { !QuerySyntax.isSpace($0) }),
            let last = scalars.lastIndex(where: { !QuerySyntax.isSpace($0) })
        else { return }
        if !isEmpty { append(" ") }
        append(contentsOf: String(scalars[first...last]))
    }
}
