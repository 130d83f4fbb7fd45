import Foundation

/// A query that is kept under a name. It is read anew each time that it is asked, so `last week` stays relative.
public struct SavedSearch: Hashable, Sendable, Codable {
    /// Without spaces at its ends. A library has one search of each name.
    public let name: String
    /// In the language of queries, as it was written.
    public let query: String

    /// Nothing is checked yet but for the spaces round the name, which are left out.
    public init(name: String, query: String) {
        self.name = Self.tidy(name)
        self.query = query
    }

    /// Signs that look the same in a name are the same: `é` may be written as one of Unicode's characters or as two.
    private static func tidy(_ name: String) -> String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .spaceSeparator }
        let scalars = name.precomposedStringWithCanonicalMapping.unicodeScalars
        let start = scalars.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex
        return String(start[..<end])
    }
}

/// By their names, without regard to case and accents.
extension SavedSearch: Comparable {
    public static func < (left: SavedSearch, right: SavedSearch) -> Bool {
        (left.name.folded, left.name, left.query) < (right.name.folded, right.name, right.query)
    }
}

extension [SavedSearch] {
    /// The one of that name.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is none, with the name that may have been meant.
    package func named(_ name: String, doing: String) throws(EvokeError) -> SavedSearch {
        let wanted = SavedSearch(name: name, query: "").name
        if let found = first(where: { $0.name == wanted }) { return found }
        let folded = map(\.name.folded)
        let guess = Spelling.nearest(to: wanted.folded, among: folded).flatMap {
            folded.firstIndex(of: $0)
        }.map { self[$0].name }
        throw EvokeError(
            .notFound, doing: doing, subject: FilePath(wanted).display, reason: "no search is saved under that name",
            remedies: (guess.map { [.advice("Did you mean '\(FilePath($0).display)'?")] } ?? []) + [.listSearches])
    }
}
