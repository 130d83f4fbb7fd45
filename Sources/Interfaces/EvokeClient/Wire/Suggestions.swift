/// Completions of a query that is being typed.
public struct SuggestionsAnswer: Codable, Hashable, Sendable {
    /// A completion.
    public struct Suggestion: Codable, Hashable, Sendable {
        /// `field`, `value`, `date`, `place` or `person`.
        public let kind: String
        /// The suggested part of the query, which replaces what is being typed: `camera:"X100V"`.
        public let text: String
        /// The suggested value, without quotes; nil for a field.
        public let value: String?
        /// A description; nil if the text says it.
        public let label: String?
        /// The whole text with its last part completed.
        public let query: String
        /// How many photos have the value; nil if not counted.
        public let count: Int?

        package init(kind: String, text: String, value: String?, label: String?, query: String, count: Int?) {
            (self.kind, self.text, self.value) = (kind, text, value)
            (self.label, self.query, self.count) = (label, query, count)
        }
    }

    /// How long it took, in milliseconds.
    public let tookMs: Double
    /// Best first; may be empty.
    public let suggestions: [Suggestion]

    package init(tookMs: Double, suggestions: [Suggestion]) {
        (self.tookMs, self.suggestions) = (tookMs, suggestions)
    }
}
