public import EvokePorts
public import EvokeValues

/// A query for photos: what they show, which conditions they meet, and their order.
///
/// The query language is the same everywhere. Bare words are meaning, `field:value` narrows, quotes are exact text, `-`
/// negates what follows, `|` between values is "or", `OR` and parentheses join larger parts, and adjacent parts are
/// required together. The ``description`` is the canonical text, which means the same query at any time.
public struct SearchQuery: Hashable, Sendable {
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
        /// The opposite; for ``SearchQuery/Part/like(_:)``, photos that are less similar.
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
        let again = try SearchQuery(text, now: CivilTime(seconds: 0))
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
    /// Throws `EvokeError` of the kind `invalidQuery`, with the position of the problem and what may have been meant.
    public init(_ text: String, now: CivilTime) throws(EvokeError) {
        self = try SearchQuery.read(text, now: now).query
    }

    /// The query, and the parser with the positions of its parts.
    static func read(_ text: String, now: CivilTime) throws(EvokeError) -> (query: SearchQuery, parser: QueryParser) {
        do {
            var parser = try QueryParser(text, now: now)
            return (try parser.query(), parser)
        } catch {
            throw .invalidQuery(
                at: error.column, subject: QueryProblem.shown(error.piece), reason: error.reason, remedy: error.advice)
        }
    }

    init(tidy wanted: Part?, _ order: PhotoOrder?, _ showsAll: Bool) {
        (self.wanted, self.order, self.showsAll) = (wanted, order, showsAll)
    }

    /// The same, with one more condition.
    package func alsoAsking(for part: Part) throws(EvokeError) -> SearchQuery {
        try SearchQuery(.all(parts + [part]), order: order, showsAll: showsAll)
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
    public let meters: Double?

    /// - Parameter metres: nil for photos taken in the place itself.
    public init(_ name: String, meters: Double? = nil) {
        (self.name, self.meters) = (name, meters)
    }
}

/// A photo that others should be similar to.
public enum LikedPhoto: Hashable, Sendable, Codable {
    /// One in the library.
    case number(PhotoID)
    /// A file, in the library or elsewhere.
    case file(DiskPath)
}

extension EvokeError {
    static let deepQuery = EvokeError(
        .wrongUsage, doing: "use the query", subject: "",
        reason: "its parts are nested more than \(SearchQuery.deepest) levels deep", remedy: "Simplify the query.")
}

/// The canonical text: one spelling for fields and dates, and quotes only where needed.
extension SearchQuery: CustomStringConvertible {
    public var description: String {
        var pieces: [String] = []
        if let wanted { pieces.append(wanted.description) }
        if let order { pieces.append("sort:\(order.rawValue)") }
        if showsAll { pieces.append("fits:all") }
        return pieces.joined(separator: " ")
    }
}

/// The canonical text.
extension SearchQuery: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(String(from: decoder), now: CivilTime(seconds: 0))
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension SearchQuery.Part: CustomStringConvertible {
    public var description: String {
        switch self {
        case .words(let text): text
        case .test, .place, .like: Self.pipe([self]) ?? ""
        case .not(.words(let text)) where QuerySyntax.isLetterOrNumber(text): "-(\(text))"
        case .not(let part): "-" + (part.single ?? "(\(part))")
        case .all(let parts): parts.map(\.besideOthers).joined(separator: " ")
        case .any(let parts): Self.pipe(parts) ?? Self.or(parts)
        }
    }

    private static func or(_ parts: [Self]) -> String { parts.map(\.description).joined(separator: " OR ") }

    /// Its text next to other parts.
    var besideOthers: String {
        guard case .any(let parts) = self else { return description }
        return Self.pipe(parts) ?? "(\(Self.or(parts)))"
    }

    /// As one piece that a minus can precede; nil if there is none.
    private var single: String? {
        switch self {
        case .words, .test, .place, .like: Self.pipe([self])
        case .any(let parts): Self.pipe(parts)
        case .not, .all: nil
        }
    }

    /// Values of one field, or words and exact texts, separated by `|`; otherwise nil.
    private static func pipe(_ parts: [Self]) -> String? {
        var values: [(field: String?, text: String)] = []
        for part in parts {
            guard let value = part.value else { return nil }
            if let first = values.first, first.field != value.field { return nil }
            values.append(value)
        }
        guard let first = values.first else { return nil }
        return (first.field.map { "\($0):" } ?? "") + values.map(\.text).joined(separator: "|")
    }

    /// The field's name, or nil for words and exact text, and the value as written.
    private var value: (field: String?, text: String)? {
        switch self {
        case .words(let text):
            text.unicodeScalars.contains(" ") || QuerySyntax.hasMinus(text) ? nil : (nil, text)
        case .test(.text(let text)): (nil, QuerySyntax.quoted(text))
        default: ofField.map { ($0.field.name, QuerySyntax.whole($0.value)) }
        }
    }

    /// Its field and value; nil if it has no field.
    private var ofField: (field: QueryField, value: String)? {
        for field in QueryField.all {
            if let value = field.write(self) { return (field, value) }
        }
        return nil
    }

    /// The field shared by all of it, and the alternative values; nil if there is no field, or several.
    var valuesOfField: (field: QueryField, values: [String])? {
        let parts = if case .any(let parts) = self { parts } else { [self] }
        let values = parts.map(\.ofField)
        guard let field = values.first??.field, values.allSatisfy({ $0?.field.name == field.name }) else { return nil }
        return (field, values.compactMap { $0?.value })
    }
}

extension SearchQuery.Part {
    /// How deep values may be nested: each parenthesis may hold two levels, and a minus.
    private static let deepest = 4 * SearchQuery.deepest

    /// The normal form: nothing is negated twice, alone in a list, or a list in one of its kind; adjacent words are
    /// merged, and altitudes are dropped. Nil if it is nested too deeply.
    func tidied(depth: Int = 0) -> Self? {
        guard depth < Self.deepest else { return nil }
        switch self {
        case .words(let text):
            let words = text.unicodeScalars.split(whereSeparator: QuerySyntax.isSpace)
            return .words(words.map { String($0) }.joined(separator: " "))
        case .test(.near(let point, let meters)):
            let flat = Coordinates(latitude: point.latitude, longitude: point.longitude)
            return .test(.near(flat ?? point, meters: meters))
        case .test, .place, .like:
            return self
        case .not(let part):
            guard let tidy = part.tidied(depth: depth + 1) else { return nil }
            if case .not(let inner) = tidy { return inner }
            return .not(tidy)
        case .all(let parts):
            return Self.each(parts, depth).map(Self.together)
        case .any(let parts):
            return Self.each(parts, depth).map(Self.either)
        }
    }

    private static func each(_ parts: [Self], _ depth: Int) -> [Self]? {
        var tidy: [Self] = []
        for part in parts {
            guard let part = part.tidied(depth: depth + 1) else { return nil }
            tidy.append(part)
        }
        return tidy
    }

    /// All of these, each of them normalized.
    static func together(_ parts: [Self]) -> Self {
        var flat: [Self] = []
        for part in parts {
            let inner: [Self] = if case .all(let inner) = part { inner } else { [part] }
            for part in inner {
                if case .words(let next) = part, case .words(let words) = flat.last {
                    flat[flat.count - 1] = .words(words + " " + next)
                } else {
                    flat.append(part)
                }
            }
        }
        return flat.count == 1 ? flat[0] : .all(flat)
    }

    /// One of these, each of them normalized.
    static func either(_ parts: [Self]) -> Self {
        let flat = parts.flatMap { part -> [Self] in if case .any(let inner) = part { inner } else { [part] } }
        return flat.count == 1 ? flat[0] : .any(flat)
    }

    /// The opposite of a normalized part.
    static func opposite(_ part: Self) -> Self {
        if case .not(let inner) = part { return inner }
        return .not(part)
    }
}
