public import EvokeValues

/// Saved searches.
public struct SearchesAnswer: Codable, Hashable, Sendable {
    /// Sorted by name.
    public let searches: [SavedSearch]

    package init(_ searches: [SavedSearch]) {
        self.searches = searches
    }
}

/// The query to save under the name in the path.
package struct SavedSearchRequest: Codable, Hashable, Sendable {
    package let query: String

    package init(query: String) {
        self.query = query
    }
}
