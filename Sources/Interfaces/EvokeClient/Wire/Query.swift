package import EvokeValues

/// A query, with its parts.
package struct QueryAnswer: Codable, Hashable, Sendable {
    /// A part of a query that is a condition, or sets the order or number of photos.
    package struct Condition: Codable, Hashable, Sendable {
        /// Its range in the text, in UTF-16 units, as JavaScript counts them.
        package let start, end: Int
        /// The plain words that it was recognized from; nil if it was written as a condition.
        package let words: String?
        /// Its field; nil for exact text, and for several fields together.
        package let field: String?
        /// Canonical values of that field, without quotes, any of which matches.
        package let values: [String]
        /// True if it excludes photos, otherwise nil.
        package let opposite: Bool?
        /// Whether it can be removed or changed by itself.
        package let removable: Bool
        /// The canonical text: `date:2026-06..2026-08`.
        package let query: String

        package init(
            start: Int, end: Int, words: String?, field: String?, values: [String], opposite: Bool?, removable: Bool,
            query: String
        ) {
            (self.start, self.end, self.words) = (start, end, words)
            (self.field, self.values, self.opposite) = (field, values, opposite)
            (self.removable, self.query) = (removable, query)
        }
    }

    /// The text as given, with the change.
    package let text: String
    /// True if dates, places and people in its plain words are left as words, otherwise nil.
    package let literal: Bool?
    /// The canonical form, which means the same at any time.
    package let canonical: String
    /// In the order of the text. They are numbered from 0.
    package let conditions: [Condition]

    package init(text: String, literal: Bool?, canonical: String, conditions: [Condition]) {
        (self.text, self.literal, self.canonical, self.conditions) = (text, literal, canonical, conditions)
    }
}

/// A change to a query.
package enum QueryChange: Hashable, Sendable {
    /// Removes these conditions, and the words they were recognized from.
    case without([Int])
    /// Removes all conditions: words, photos to be similar to, and the order stay.
    case clear
    /// Treats a recognized condition as words, and writes all others as fields.
    case leaveToWords(Int)
    /// Adds values of a field, any of which matches; replaces a condition if one is given.
    case put(field: String, values: [String], isOpposite: Bool = false, at: Int? = nil)
}

/// Completions of a query that is being typed.
public struct SuggestionsAnswer: Codable, Hashable, Sendable {
    /// A completion.
    public struct Suggestion: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = [
            "kind": .choice(["field", "value", "date", "place", "person"])
        ]

        /// `field`, `value`, `date`, `place` or `person`.
        package let kind: String
        /// The suggested part of the query, which replaces what is being typed: `camera:"X100V"`.
        public let text: String
        /// The suggested value, without quotes; nil for a field.
        package let value: String?
        /// A description; nil if the text says it.
        package let label: String?
        /// The whole text with its last part completed.
        public let query: String
        /// How many photos have the value; nil if not counted.
        package let count: Int?

        package init(kind: String, text: String, value: String?, label: String?, query: String, count: Int?) {
            (self.kind, self.text, self.value) = (kind, text, value)
            (self.label, self.query, self.count) = (label, query, count)
        }
    }

    /// How long it took, in milliseconds.
    package let tookMs: Double
    /// Best first; may be empty.
    public let suggestions: [Suggestion]

    package init(tookMs: Double, suggestions: [Suggestion]) {
        (self.tookMs, self.suggestions) = (tookMs, suggestions)
    }
}

/// Saved searches.
package struct SearchesAnswer: Codable, Hashable, Sendable {
    /// Sorted by name.
    package let searches: [SavedSearch]

    package init(_ searches: [SavedSearch]) { self.searches = searches }
}

/// The query to save under the name in the path.
package struct SavedSearchRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["query": .text(most: Limits.textCharacters, least: 1)]

    package let query: String

    package init(query: String) { self.query = query }
}
