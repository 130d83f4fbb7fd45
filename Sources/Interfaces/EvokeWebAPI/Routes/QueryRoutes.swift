import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let queries = [
        Route(
            .query, summary: "What a query asks for, part by part; and its text with something changed",
            parameters: inWords + [
                .init(
                    name: "like", schema: .list(of: .photo, 0...Limits.likes),
                    summary: "Photos that they are like; may be repeated"),
                .init(
                    name: "without", schema: .list(of: condition),
                    summary: "A condition to take away, by its number; may be repeated", mayRepeat: true),
                .init(name: "clear", schema: .flag, summary: "Whether all conditions are taken away"),
                .init(
                    name: "words", schema: condition,
                    summary: "A condition that was understood in plain words, and is to be left to the words"),
                .init(
                    name: "field", schema: .text(most: Limits.textCharacters), summary: "A field to put into the query"),
                .init(
                    name: "value", schema: .list(of: .text(most: Limits.textCharacters)),
                    summary: "Its value; may be repeated, and any of them is enough then", mayRepeat: true),
                .init(name: "opposite", schema: .flag, summary: "Whether no photo may have that value"),
                .init(name: "at", schema: condition, summary: "The condition in whose place it is put"),
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
    /// What a query asks for with the change that is wanted. `read` reads a text as whoever asks may know it.
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

    /// What is asked beside the text, to be a part of it.
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
        guard changes.count < 2 else { throw .wrongUsage("more than one change is wanted") }
        return changes.first
    }
}
