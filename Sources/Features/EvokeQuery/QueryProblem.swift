import EvokeValues

/// Where a query cannot be read, and why.
struct QueryProblem: Error {
    /// The number of the character, from 1.
    let column: Int
    let piece: String
    let reason: String
    let advice: String

    var evokeError: EvokeError {
        EvokeError(
            .wrongUsage, doing: "read the query at character \(column),", subject: Self.shown(piece), reason: reason,
            remedy: advice)
    }

    /// Fit for display, and shortened if it is long.
    static func shown(_ text: String) -> String {
        FilePath(text.count > 60 ? text.prefix(60) + "…" : text).display
    }
}

/// What is wrong with the value of a field.
struct ValueProblem: Error {
    let reason: String
    let advice: String

    init(_ reason: String, _ advice: String) {
        (self.reason, self.advice) = (reason, advice)
    }
}
