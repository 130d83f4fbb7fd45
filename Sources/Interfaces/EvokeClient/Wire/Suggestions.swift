/// How a text may go on whose last part is being typed.
public struct SuggestionsAnswer: Codable, Hashable, Sendable {
    /// One way to go on.
    public struct Suggestion: Codable, Hashable, Sendable {
        /// `field`, `value`, `date`, `place` or `person`.
        public let kind: String
        /// The part of the query that is suggested, in the place of what is being typed: `camera:"X100V"`.
        public let text: String
        /// The value that is suggested, without quotes; nil for a field.
        public let value: String?
        /// What it is, in words; nil where the text says it.
        public let label: String?
        /// The whole text with its last part completed.
        public let query: String
        /// How many photos have the value by itself; nil where nobody has counted them.
        public let count: Int?

        package init(kind: String, text: String, value: String?, label: String?, query: String, count: Int?) {
            (self.kind, self.text, self.value) = (kind, text, value)
            (self.label, self.query, self.count) = (label, query, count)
        }
    }

    /// How long it took, in milliseconds.
    public let tookMs: Double
    /// The best first; empty where nothing is known to go on with.
    public let suggestions: [Suggestion]

    package init(tookMs: Double, suggestions: [Suggestion]) {
        (self.tookMs, self.suggestions) = (tookMs, suggestions)
    }
}
