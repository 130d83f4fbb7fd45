import Foundation

/// A query stored under a name. It is parsed each time it runs, so `last week` stays relative.
public struct SavedSearch: Hashable, Sendable, Codable {
    /// Without leading and trailing spaces. Names are unique in a library.
    public let name: String
    /// In the query language, as written.
    public let query: String

    /// Trims the name and checks nothing else.
    public init(name: String, query: String) {
        self.name = Self.tidy(name)
        self.query = query
    }

    /// Normalizes characters that look the same: `é` may be one Unicode character or two.
    private static func tidy(_ name: String) -> String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .spaceSeparator }
        let scalars = name.precomposedStringWithCanonicalMapping.unicodeScalars
        let start = scalars.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex
        return String(start[..<end])
    }
}

/// By name, ignoring case and accents.
extension SavedSearch: Comparable {
    public static func < (left: SavedSearch, right: SavedSearch) -> Bool {
        (left.name.folded, left.name, left.query) < (right.name.folded, right.name, right.query)
    }
}

extension [SavedSearch] {
    /// The one with that name.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is none, suggesting a similar name.
    package func named(_ name: String, doing: String) throws(EvokeError) -> SavedSearch {
        let wanted = SavedSearch(name: name, query: "").name
        if let found = first(where: { $0.name == wanted }) { return found }
        let near = Spelling.nearest(to: wanted.folded, among: map(\.name.folded))
        let guess = first { $0.name.folded == near }?.name
        throw EvokeError(
            .notFound, doing: doing, subject: DiskPath(wanted).display,
            reason: "there is no saved search with that name",
            remedies: (guess.map { [.advice("Did you mean '\(DiskPath($0).display)'?")] } ?? []) + [.listSearches])
    }
}
