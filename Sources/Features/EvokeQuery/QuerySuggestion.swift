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
