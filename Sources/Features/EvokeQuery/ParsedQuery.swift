public import EvokeValues

/// A text as it was read: the query, and how plain words in it were understood.
public struct ParsedQuery: Sendable {
    /// Words that were understood as more than meaning.
    public struct Understood: Hashable, Sendable {
        /// Their range in the text, with the words that negate or join them: `without Anna or Ben`.
        public let range: Range<String.Index>
        /// As written: `last summer`.
        public let words: String
        /// The condition they express.
        public let part: SearchQuery.Part
    }

    /// The text's query, including the conditions that were understood.
    public let query: SearchQuery
    /// In the order of the text; empty if all words are searched by meaning.
    public let understood: [Understood]
    /// An unknown word, with what may have been meant; nil if there is none.
    public private(set) var misspelling: Misspelling?
    /// The text that was read.
    public let text: String
    /// The query without what was understood.
    private let literal: SearchQuery
    /// The terms in the text, inner terms before outer ones.
    let terms: [QueryTerm]
    let now: CivilTime
    private let sentences: [PlacedSentence]

    /// Reads a text. Fields are always recognized, and dates in plain words unless it is literal.
    ///
    /// - Parameters:
    ///   - now: in the user's local time.
    ///   - tellsOfPeople: whether the user may know who is in photos.
    ///
    /// Throws as ``SearchQuery/init(_:now:)`` does, and `EvokeError.peopleAreNotTold` for a query about people if the user
    /// may not know who is in photos.
    public init(
        _ text: String, now: CivilTime, isLiteral: Bool = false, tellsOfPeople: Bool = true
    ) throws(EvokeError) {
        try self.init(text, now: now, isLiteral: isLiteral, languages: QueryLanguage.allCases)
        guard tellsOfPeople || !query.asksForPeople else { throw .peopleAreNotTold }
    }

    init(_ text: String, now: CivilTime, isLiteral: Bool = false, languages: [QueryLanguage]) throws(EvokeError) {
        let (query, parser) = try SearchQuery.read(text, now: now)
        var places = parser.plain.flatMap { piece in piece.words.map { _ in piece.range } }[...]
        var lacksPlaces = false
        let sentences = query.parts.compactMap { part -> PlacedSentence? in
            guard case .words(let text) = part else { return nil }
            let count = text.unicodeScalars.count { $0 == " " } + 1
            defer { places = places.dropFirst(count) }
            lacksPlaces = lacksPlaces || count > places.count
            return PlacedSentence(sentence: Sentence(words: text), places: Array(places.prefix(count)))
        }
        // As in -(-(word)), which searches for the word.
        let read = ParsedQuery(query, lacksPlaces ? [] : sentences, of: text, parser.terms, now)
        self =
            isLiteral
            ? read
            : try read.understanding(.date) { words in Mention.dates(in: words, now: now, languages) }
                .understanding(.photos) { words in Mention.photos(in: words) }
    }

    private init(
        _ query: SearchQuery, _ sentences: [PlacedSentence], of text: String, _ terms: [QueryTerm], _ now: CivilTime
    ) {
        (self.query, understood, self.sentences, literal) = (query, [], sentences, query)
        (self.text, self.terms, self.now) = (text, terms, now)
    }

    /// The same, with other plain words understood.
    private init(_ read: ParsedQuery, _ query: SearchQuery, _ understood: [Understood], _ sentences: [PlacedSentence]) {
        (self.query, self.understood, self.sentences) = (query, understood, sentences)
        (text, terms, now, literal) = (read.text, read.terms, read.now, read.literal)
    }

    /// The same, where one of its words may have been mistyped.
    package func noting(_ misspelling: Misspelling) -> ParsedQuery {
        var read = self
        read.misspelling = misspelling
        return read
    }

    /// The same, with more of its plain words understood: `find` gets words and returns what they mention of that kind.
    /// Words that mean nothing next to that are removed, as in "my photos of Anna".
    package func understanding(
        _ kind: Mention.Kind, _ find: (String) throws(EvokeError) -> [Mention]
    ) throws(EvokeError) -> ParsedQuery {
        var sentences = sentences
        for index in sentences.indices {
            let words = sentences[index].sentence.text(for: kind)
            let found = try find(words)
            sentences[index].sentence.add(
                found.map { mention in
                    var mention = mention
                    mention.range = sentences[index].sentence.range(mention.range, of: words)
                    return mention
                })
        }
        let read = sentences.map { $0.sentence.read() }
        let isSaid = read.contains { !$0.found.isEmpty }
        let isIdle = isSaid && read.allSatisfy(\.isIdle)
        var (parts, understood, next) = ([SearchQuery.Part](), [Understood](), 0)
        for part in literal.parts {
            guard case .words = part, next < sentences.count else {
                parts.append(part)
                continue
            }
            let (placed, (found, rest, _)) = (sentences[next], read[next])
            next += 1
            if !rest.isEmpty, !isIdle { parts.append(.words(rest)) }
            parts += found.map(\.part)
            understood += found.map { found in
                let range = placed.range(found.range, in: text)
                return Understood(range: range, words: String(text[range]), part: found.part)
            }
        }
        let isShorter = zip(sentences, read).contains { $0.sentence.words != $1.rest }
        guard isSaid || isShorter,
            // Syntax characters among the words may make the rest unreadable.
            let query = try? SearchQuery(.all(parts), order: literal.order, showsAll: literal.showsAll)
        else {
            return ParsedQuery(self, literal, [], sentences)
        }
        return ParsedQuery(self, query, understood, sentences)
    }
}

extension ParsedQuery: Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        one.query == other.query && one.understood == other.understood && one.misspelling == other.misspelling
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(query)
        hasher.combine(understood)
        hasher.combine(misspelling)
    }
}

extension ParsedQuery: Codable {
    private enum CodingKeys: CodingKey { case text, now, query, understood, misspelling }

    private struct Place: Codable {
        /// Of the text's UTF-8.
        let range: Range<Int>
        let query: SearchQuery
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let now = CivilTime(seconds: try container.decode(Int64.self, forKey: .now))
        let literal = try ParsedQuery(try container.decode(String.self, forKey: .text), now: now, isLiteral: true)
        let text = literal.text
        let understood = try container.decode([Place].self, forKey: .understood).map { place in
            guard let part = place.query.wanted, place.range.lowerBound >= 0,
                let start = text.utf8.index(
                    text.startIndex, offsetBy: place.range.lowerBound, limitedBy: text.endIndex),
                let end = text.utf8.index(start, offsetBy: place.range.count, limitedBy: text.endIndex)
            else {
                throw DecodingError.dataCorruptedError(
                    forKey: .understood, in: container, debugDescription: "It is not in the text.")
            }
            return Understood(range: start..<end, words: String(text[start..<end]), part: part)
        }
        self.init(literal, try container.decode(SearchQuery.self, forKey: .query), understood, literal.sentences)
        misspelling = try container.decodeIfPresent(Misspelling.self, forKey: .misspelling)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encode(now.seconds, forKey: .now)
        try container.encode(query, forKey: .query)
        let places = understood.map { found in
            let start = text.utf8.distance(from: text.startIndex, to: found.range.lowerBound)
            let end = text.utf8.distance(from: text.startIndex, to: found.range.upperBound)
            return Place(range: start..<end, query: SearchQuery(tidy: found.part, nil, false))
        }
        try container.encode(places, forKey: .understood)
        try container.encodeIfPresent(misspelling, forKey: .misspelling)
    }
}

/// A sentence, and the position of each of its words in the original text.
private struct PlacedSentence: Sendable {
    var sentence: Sentence
    let places: [Range<String.Index>]

    /// The range of a part of the sentence in the text.
    func range(_ range: Range<String.Index>, in text: String) -> Range<String.Index> {
        let words = sentence.words
        func place(_ index: String.Index, isEnd: Bool) -> String.Index {
            let before = words[..<index]
            let number = before.unicodeScalars.count { $0 == " " }
            let start =
                before.unicodeScalars.lastIndex(of: " ").map { words.unicodeScalars.index(after: $0) }
                ?? words.startIndex
            let place = places[number]
            let end = words.unicodeScalars[start...].firstIndex(of: " ") ?? words.endIndex
            // It does not include typographic quotes within a word.
            guard text[place] == words[start..<end] else { return isEnd ? place.upperBound : place.lowerBound }
            return text.utf8.index(place.lowerBound, offsetBy: words.utf8.distance(from: start, to: index))
        }
        return place(range.lowerBound, isEnd: false)..<place(range.upperBound, isEnd: true)
    }
}

extension Sentence {
    /// Converts a range of the result of `text(for:)` to one of the words.
    fileprivate func range(_ range: Range<String.Index>, of text: String) -> Range<String.Index> {
        func index(_ other: String.Index) -> String.Index {
            words.utf8.index(words.startIndex, offsetBy: text.utf8.distance(from: text.startIndex, to: other))
        }
        return index(range.lowerBound)..<index(range.upperBound)
    }
}

extension SearchQuery {
    /// All photos that it names as similar.
    package var likes: [LikedPhoto] { wanted?.likes ?? [] }

    /// Whether its results reveal who is in photos.
    package var asksForPeople: Bool { wanted?.asksForPeople ?? false }
}

extension EvokeError {
    /// The user may not know who is in photos.
    package static let peopleAreNotTold = EvokeError(
        .notAllowed, doing: "read the query", subject: "", reason: "only the owner can search for people",
        remedy: "Remove the names of people.")
}

extension SearchQuery.Part {
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
