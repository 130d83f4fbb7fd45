public import EvokeValues

/// The searches that are kept under names.
public struct SearchesAnswer: Codable, Hashable, Sendable {
    /// In the order of their names.
    public let searches: [SavedSearch]

    package init(_ searches: [SavedSearch]) {
        self.searches = searches
    }
}

/// The query to be kept under the name in the path.
package struct SavedSearchRequest: Codable, Hashable, Sendable {
    package let query: String

    package init(query: String) {
        self.query = query
    }
}
