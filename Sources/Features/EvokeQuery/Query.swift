public import EvokeValues

/// A question for photos: what they show, what is required of them, and in which order they come.
///
/// It is written in one language everywhere. Bare words are meaning, `field:value` narrows, quotes are exact text, `-`
/// turns what follows round, `|` between values is "or", `OR` and parentheses join larger parts, and what stands side by
/// side is required together. Its ``description`` is the canonical text, which reads as the same question at any time.
public struct Query: Hashable, Sendable {
    /// What is asked for; nil for all photos.
    public let wanted: Part?
    /// Nil for the best first, and for the newest first where nothing is ranked.
    public let order: PhotoOrder?
    /// Whether those photos are asked for, too, that do not fit.
    public let showsAll: Bool

    /// A part of a question.
    public indirect enum Part: Hashable, Sendable {
        /// Meaning, in words.
        case words(String)
        /// One thing that is required, exact text as well.
        case test(PhotoTest)
        /// A place by its name, which somebody has to look up.
        case place(PlaceName)
        /// Alike to that photo.
        case like(LikedPhoto)
        /// The opposite; of ``Query/Part/like(_:)``, that others are less like that photo.
        case not(Part)
        /// All of them together.
        case all([Part])
        /// At least one of them.
        case any([Part])
    }

    /// More characters, or parts that lie deeper in each other, are refused.
    static let longest = 4_096
    static let deepest = 64

    /// A question made of values.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for what the language cannot say: empty values, ranges without end,
    /// and words such as `date:2019`, which would be something else.
    public init(_ wanted: Part?, order: PhotoOrder? = nil, showsAll: Bool = false) throws(EvokeError) {
        var tidy: Part?
        if let wanted {
            guard let part = wanted.tidied() else { throw .deepQuery }
            tidy = part == .all([]) ? nil : part
        }
        self.init(tidy: tidy, order, showsAll)
        let text = description
        // No text is read by the clock that the canonical form has no need of.
        let again = try Query(text, now: CivilTime(seconds: 0))
        guard again == self else {
            throw EvokeError(
                .wrongUsage, doing: "use the query", subject: text, reason: "it would be read as something else",
                remedy: "Give what it says as words, texts and tests of their own.")
        }
    }

    /// The question that a text asks; an empty one asks for all photos.
    ///
    /// - Parameter now: by the clock on the wall of whoever asks; `yesterday` and `last summer` go by it.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage`, which says at which character it cannot be read, and what may have
    /// been meant.
    public init(_ text: String, now: CivilTime) throws(EvokeError) {
        self = try Query.read(text, now: now).query
    }

    /// The question, and the parser that knows where what stands.
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

    /// The same with one thing more that is required.
    public func alsoAsking(for part: Part) throws(EvokeError) -> Query {
        try Query(.all(parts + [part]), order: order, showsAll: showsAll)
    }

    /// What is required side by side, each to be shown, or taken away, by itself.
    public var parts: [Part] {
        switch wanted {
        case .all(let parts): parts
        case let part?: [part]
        case nil: []
        }
    }
}

/// A place as people call it.
public struct PlaceName: Hashable, Sendable {
    /// A city, a region or a country, in any language.
    public let name: String
    /// How far from it photos may be taken; nil for those taken in it.
    public let metres: Double?

    /// - Parameter metres: nil for what lies in the place itself.
    public init(_ name: String, metres: Double? = nil) {
        (self.name, self.metres) = (name, metres)
    }
}

/// A photo to which others shall be alike.
public enum LikedPhoto: Hashable, Sendable {
    /// One of the library.
    case number(PhotoID)
    /// A file, in the library or elsewhere.
    case file(FilePath)
}

extension EvokeError {
    static let deepQuery = EvokeError(
        .wrongUsage, doing: "use the query", subject: "",
        reason: "its parts lie more than \(Query.deepest) deep in each other", remedy: "Ask for less at once.")
}
