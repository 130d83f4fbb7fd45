/// A text in the language of queries, and what is asked for in it.
public struct QueryAnswer: Codable, Hashable, Sendable {
    /// A part of a text that requires something, or says in which order photos come and how many.
    public struct Condition: Codable, Hashable, Sendable {
        /// Where it begins and ends in the text, in units of UTF-16, as JavaScript counts them.
        public let start, end: Int
        /// The plain words that were understood so; nil for what is written in the language.
        public let words: String?
        /// The field that it is of; nil for exact text, and for several fields together.
        public let field: String?
        /// Canonical values of that field, without quotes: any of them is enough.
        public let values: [String]
        /// True where no photo may meet it, or else nil.
        public let opposite: Bool?
        /// Whether it can be taken away or changed by itself.
        public let removable: Bool
        /// Canonical: `date:2026-06..2026-08`.
        public let query: String

        package init(
            start: Int, end: Int, words: String?, field: String?, values: [String], opposite: Bool?, removable: Bool,
            query: String
        ) {
            (self.start, self.end, self.words) = (start, end, words)
            (self.field, self.values, self.opposite) = (field, values, opposite)
            (self.removable, self.query) = (removable, query)
        }
    }

    /// As it was asked for, with the change.
    public let text: String
    /// True where dates, places and people in its plain words are left to the words, or else nil.
    public let literal: Bool?
    /// The same in its canonical form, which means the same at any time.
    public let canonical: String
    /// In the order of the text. They are counted from 0.
    public let conditions: [Condition]

    package init(text: String, literal: Bool?, canonical: String, conditions: [Condition]) {
        (self.text, self.literal, self.canonical, self.conditions) = (text, literal, canonical, conditions)
    }
}

/// How a text is to be changed.
public enum QueryChange: Hashable, Sendable {
    /// Without these conditions, and without the words for those that were understood.
    case without([Int])
    /// With no condition: words stay, what photos are to be like, and the order.
    case clear
    /// That condition, which was understood, is left to the words, and all others are written as fields.
    case leaveToWords(Int)
    /// With values of a field, any of which is enough; in the place of a condition where one is given.
    case put(field: String, values: [String], isOpposite: Bool = false, at: Int? = nil)
}
