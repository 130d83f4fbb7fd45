import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let queries = [
        Route(
            .query, summary: "Parse a query into its parts, and change its text",
            parameters: inWords + [
                .init(
                    name: "like", schema: .list(of: .photo, 0...Limits.likes),
                    summary: "Photos to find similar ones to; may be repeated"),
                .init(
                    name: "without", schema: .list(of: condition),
                    summary: "Number of a condition to remove; may be repeated", mayRepeat: true),
                .init(name: "clear", schema: .flag, summary: "Whether to remove all conditions"),
                .init(
                    name: "words", schema: condition,
                    summary: "A condition understood from plain words, to be read as words instead"),
                .init(
                    name: "field", schema: .text(most: Limits.textCharacters), summary: "A field to add to the query"),
                .init(
                    name: "value", schema: .list(of: .text(most: Limits.textCharacters)),
                    summary: "Its value; if repeated, any of them matches", mayRepeat: true),
                .init(name: "opposite", schema: .flag, summary: "Whether to exclude photos with that value"),
                .init(name: "at", schema: condition, summary: "The condition that it replaces"),
            ],
            answer: .json(.named("Query")),
            handle: { call in
                try await call.changedQuery { text, isLiteral in
                    let asked = SearchRequestBody(text: text, literal: isLiteral)
                    return try await call.read(asked) ?? ParsedQuery("", now: .now)
                }
            })
    ]

    private static let condition = Schema.integer(0...Limits.textCharacters)
}

extension Call {
    /// The parsed query, with the requested change. `read` parses a text with what the caller may know.
    func changedQuery(_ read: (String, Bool) async throws -> ParsedQuery) async throws -> Response {
        let isLiteral = try flag("literal")
        var before = try await read(text("q") ?? "", isLiteral)
        for part in try wordsBeside() { before = try await read(before.text(alsoAsking: part), isLiteral) }
        guard let change = try queryChange() else {
            return try .json(QueryAnswer(before, isLiteral: isLiteral))
        }
        let after = try before.changed(change, isLiteral: isLiteral)
        return try await .json(QueryAnswer(read(after.text, after.isLiteral), isLiteral: after.isLiteral))
    }

    /// Criteria given in addition to the text, which become part of it.
    private func wordsBeside() throws(Problem) -> [Query.Part] {
        var parts: [Query.Part] = []
        if let words = try Check.text(text("not"), "not") { parts.append(.not(.words(words))) }
        for number in try integers("like") { parts.append(.like(.number(try Check.photo(Int64(number), "like")))) }
        return parts
    }

    private func queryChange() throws(Problem) -> QueryChange? {
        var changes: [QueryChange] = []
        let without = try integers("without")
        if !without.isEmpty { changes.append(.without(without)) }
        if try flag("clear") { changes.append(.clear) }
        if let number = try integer("words") { changes.append(.leaveToWords(number)) }
        let (isOpposite, place) = (try flag("opposite"), try integer("at"))
        if let field = try text("field") {
            changes.append(
                .put(field: field, values: target.values(of: "value"), isOpposite: isOpposite, at: place))
        }
        guard changes.count < 2 else { throw .wrongUsage("only one change at a time is possible") }
        return changes.first
    }
}
