public import EvokeValues

/// A query for photos: what they show, which conditions they meet, and their order.
///
/// The query language is the same everywhere. Bare words are meaning, `field:value` narrows, quotes are exact text, `-`
/// negates what follows, `|` between values is "or", `OR` and parentheses join larger parts, and adjacent parts are
/// required together. The ``description`` is the canonical text, which means the same query at any time.
public struct Query: Hashable, Sendable {
    /// What is asked for; nil for all photos.
    public let wanted: Part?
    /// Nil for the best first, or the newest first if nothing is ranked.
    public let order: PhotoOrder?
    /// Whether photos that do not fit are included.
    public let showsAll: Bool

    /// A part of a query.
    public indirect enum Part: Hashable, Sendable {
        /// Meaning, in words.
        case words(String)
        /// A single test, including exact text.
        case test(PhotoTest)
        /// A place by its name, to be looked up.
        case place(PlaceName)
        /// Similar to that photo.
        case like(LikedPhoto)
        /// The opposite; for ``Query/Part/like(_:)``, photos that are less similar.
        case not(Part)
        /// All of them together.
        case all([Part])
        /// At least one of them.
        case any([Part])
    }

    /// Longer or more deeply nested queries are refused.
    static let longest = 4_096
    static let deepest = 64

    /// A query made from values.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for what the query language cannot express: empty values, unlimited
    /// ranges, and words such as `date:2019`, which would mean something else.
    public init(_ wanted: Part?, order: PhotoOrder? = nil, showsAll: Bool = false) throws(EvokeError) {
        var tidy: Part?
        if let wanted {
            guard let part = wanted.tidied() else { throw .deepQuery }
            tidy = part == .all([]) ? nil : part
        }
        self.init(tidy: tidy, order, showsAll)
        let text = description
        // The canonical text does not depend on the time.
        let again = try Query(text, now: CivilTime(seconds: 0))
        guard again == self else {
            throw EvokeError(
                .wrongUsage, doing: "use the query", subject: text, reason: "its text would mean something else",
                remedy: "Split it into separate words, texts and tests.")
        }
    }

    /// Parses a query; an empty text stands for all photos.
    ///
    /// - Parameter now: in the user's local time, for `yesterday` and `last summer`.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage`, with the position of the problem and what may have been meant.
    public init(_ text: String, now: CivilTime) throws(EvokeError) {
        self = try Query.read(text, now: now).query
    }

    /// The query, and the parser with the positions of its parts.
    static func read(_ text: String, now: CivilTime) throws(EvokeError) -> (query: Query, parser: QueryParser) {
        do {
            var parser = try QueryParser(text, now: now)
            return (try parser.query(), parser)
        } catch {
            throw error.evokeError
        }
    }

    init(tidy wanted: Part?, _ order: PhotoOrder?, _ showsAll: Bool) {
        (self.wanted, self.order, self.showsAll) = (wanted, order, showsAll)
    }

    /// The same, with one more condition.
    public func alsoAsking(for part: Part) throws(EvokeError) -> Query {
        try Query(.all(parts + [part]), order: order, showsAll: showsAll)
    }

    /// The parts that are required together, each of which can be shown or removed on its own.
    public var parts: [Part] {
        switch wanted {
        case .all(let parts): parts
        case let part?: [part]
        case nil: []
        }
    }
}

/// A place by its name.
public struct PlaceName: Hashable, Sendable {
    /// A city, a region or a country, in any language.
    public let name: String
    /// The greatest distance from it; nil for photos taken in the place itself.
    public let metres: Double?

    /// - Parameter metres: nil for photos taken in the place itself.
    public init(_ name: String, metres: Double? = nil) {
        (self.name, self.metres) = (name, metres)
    }
}

/// A photo that others should be similar to.
public enum LikedPhoto: Hashable, Sendable {
    /// One in the library.
    case number(PhotoID)
    /// A file, in the library or elsewhere.
    case file(FilePath)
}

extension EvokeError {
    static let deepQuery = EvokeError(
        .wrongUsage, doing: "use the query", subject: "",
        reason: "its parts are nested more than \(Query.deepest) levels deep", remedy: "Simplify the query.")
}
