public import EvokeValues

/// A text as it was read: the query, and what plain words in it were taken for.
public struct QueryReading: Hashable, Sendable {
    /// Words that were understood as more than meaning.
    public struct Understood: Hashable, Sendable {
        /// As they were written: `last summer`.
        public let words: String
        /// What they require.
        public let part: Query.Part

        package init(words: String, part: Query.Part) {
            (self.words, self.part) = (words, part)
        }
    }

    /// The text's query; what was understood is required in it.
    public let query: Query
    /// In the order of the text; empty where all words are meaning.
    public let understood: [Understood]

    /// Reads a text. Fields are read in any case; dates in plain words as well, unless it is literal.
    ///
    /// - Parameters:
    ///   - now: by the clock on the wall of whoever asks.
    ///   - tellsOfPeople: whether whoever asks may know who is in photos.
    ///
    /// Throws as ``Query/init(_:now:)`` does, and ``EvokeValues/EvokeError/peopleAreNotTold`` for a query that asks who is
    /// in photos, where that is not told.
    public init(
        _ text: String, now: CivilTime, isLiteral: Bool = false, tellsOfPeople: Bool = true
    ) throws(EvokeError) {
        self.init(try Query(text, now: now), [])
        guard tellsOfPeople || !query.asksForPeople else { throw .peopleAreNotTold }
        guard !isLiteral else { return }
        self = try understanding { words throws(EvokeError) in
            guard let found = Query.understanding(of: words, now: now) else { return ([], words) }
            return ([Understood(words: String(words[found.range]), part: .test(found.test))], found.words)
        }
    }

    private init(_ query: Query, _ understood: [Understood]) {
        (self.query, self.understood) = (query, understood)
    }

    /// The same with more of its plain words understood: `body` gets the words and gives what it understood, and the words
    /// that are left.
    package func understanding(
        _ body: (String) throws(EvokeError) -> (understood: [Understood], rest: String)
    ) throws(EvokeError) -> QueryReading {
        var (parts, more) = ([Query.Part](), [Understood]())
        for part in query.parts {
            guard case .words(let words) = part else {
                parts.append(part)
                continue
            }
            let (understood, rest) = try body(words)
            if !rest.isEmpty { parts.append(.words(rest)) }
            parts += understood.map(\.part)
            more += understood
        }
        guard !more.isEmpty else { return self }
        return QueryReading(
            try Query(.all(parts), order: query.order, showsAll: query.showsAll), understood + more)
    }
}

extension Query {
    /// All photos that it names.
    public var likes: [LikedPhoto] { wanted?.likes ?? [] }

    /// Whether its answer tells who is in photos.
    public var asksForPeople: Bool { wanted?.asksForPeople ?? false }
}

extension EvokeError {
    /// Whoever asks may not know who is in photos.
    public static let peopleAreNotTold = EvokeError(
        .notAllowed, doing: "read the query", subject: "", reason: "who is in photos is told to their owner alone",
        remedy: "Leave out the names of people.")
}

extension Query.Part {
    fileprivate var likes: [LikedPhoto] {
        switch self {
        case .like(let photo): [photo]
        case .not(let part): part.likes
        case .all(let parts), .any(let parts): parts.flatMap(\.likes)
        case .words, .test, .place: []
        }
    }

    fileprivate var asksForPeople: Bool {
        switch self {
        case .not(let part): part.asksForPeople
        case .all(let parts), .any(let parts): parts.contains(where: \.asksForPeople)
        case .words, .test, .place, .like: QueryField.all.contains { $0.tellsOfPeople && $0.write(self) != nil }
        }
    }
}
