/// How what is being typed may go on.
public struct QuerySuggestion: Hashable, Sendable {
    /// What is suggested.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The name of a field, whose value is still to be written.
        case field
        /// A value of a field.
        case value
        /// A time: a value of `date:`, or plain words that are understood as one.
        case date
        /// A place.
        case place
        /// Somebody who has a name in the library.
        case person
    }

    /// What is suggested.
    public let kind: Kind
    /// The part of the query that is suggested, in the place of what is being typed: `camera:"X100V"`.
    public let text: String
    /// The value that is suggested, without quotes; nil for a field.
    public let value: String?
    /// What it is, in words; nil where the text says it.
    public let label: String?
    /// The whole text with its last part completed.
    public let query: String
    /// How many photos that can be shown have the value by itself; nil where nobody has counted them.
    public let count: Int?
}
