/// A photo that was found.
public struct SearchHit: Hashable, Identifiable, Sendable, Codable {
    /// Its rank among the results, from 1.
    public let rank: Int
    /// The cosine between the query and the photo; nil if the query has nothing to rank by.
    public let score: Float?
    /// Whether it fits the query, rather than just being nearer than others. Nil if there is no cut-off, as in searches
    /// by a vector or by a photo with words, except for photos that fit what should be avoided.
    public let fits: Bool?
    /// What is shown of it.
    public let card: PhotoCard
    /// Which parts of the query it matches, and how; empty if unknown, or if it does not fit.
    public let reasons: [SearchReason]
    /// The photos that it stands for, including itself and photos that the query does not find. Nil for a photo that is
    /// in no stack, or if stacks are not folded (`SearchRequest.stacks`).
    public let stack: PhotoStack?
    /// When the best match is seen in a film, from its beginning. Nil for photos, for films that show one thing all the
    /// time, and without ranking.
    public let moment: Duration?
    /// Its number in the library.
    public var id: PhotoID { card.id }
    /// The absolute path of its file when it was indexed.
    public var path: FilePath { card.path }

    /// Made by searches; programs get it from `PhotoLibrary.search`.
    public init(
        rank: Int, score: Float?, fits: Bool? = nil, card: PhotoCard, reasons: [SearchReason] = [],
        stack: PhotoStack? = nil, moment: Duration? = nil
    ) {
        self.rank = rank
        self.score = score
        self.fits = fits
        self.card = card
        self.reasons = reasons
        self.stack = stack
        self.moment = moment
    }
}

/// Why a photo was found: which part of the query it matches, and how.
public struct SearchReason: Hashable, Sendable, Codable {
    /// How a photo matches a part of a query.
    public enum Way: String, Hashable, Sendable, CaseIterable, Codable {
        /// By what it shows.
        case meaning
        /// By its full text.
        case text
        /// By meeting a condition.
        case filter
    }

    /// Where the text is.
    public enum Field: String, Hashable, Sendable, CaseIterable, Codable {
        /// The file's name, without its file extension.
        case file
        /// The names of its folders, below the remembered ones.
        case folder
        /// Written by people.
        case title
        /// A caption of any length.
        case description
        /// One of its keywords.
        case keyword
        /// The camera's name, with its maker's.
        case camera
        /// Text read in the picture.
        case picture
        /// The name of the place where it was taken, in the query's language.
        case place

        /// The fields that contain a photo's own text: place names are not in its file.
        package static let ofTexts = allCases.filter { $0 != .place }
    }

    /// A piece of a text.
    public struct Piece: Hashable, Sendable, Codable {
        /// The text as written.
        public let text: String
        /// Whether it is one of the words of the query.
        public let isMarked: Bool

        package init(_ text: String, isMarked: Bool) {
            (self.text, self.isMarked) = (text, isMarked)
        }
    }

    /// How it matches that part.
    public let way: Way
    /// The part of the query, in the query language.
    public let part: String
    /// Nil unless matched by text.
    public let field: Field?
    /// The text of that field, shortened around the words if it is long; empty unless matched by text.
    public let pieces: [Piece]

    package init(_ way: Way, _ part: String, in field: Field? = nil, pieces: [Piece] = []) {
        (self.way, self.part, self.field, self.pieces) = (way, part, field, pieces)
    }
}

extension TextQuery {
    /// Why these texts match the words, field by field; if the words are the file's name, the whole name counts.
    package func reasons(in texts: PhotoTexts, named isNamed: Bool) -> [SearchReason] {
        texts.texts.compactMap { field, text in
            if isNamed, field == .file {
                return SearchReason(.text, query, in: field, pieces: [SearchReason.Piece(text, isMarked: true)])
            }
            let places = places(in: text, isRead: field == .picture)
            guard !places.isEmpty else { return nil }
            let part = Set(places.map(\.phrase)).sorted().map { phrases[$0].text }.joined(separator: " ")
            return SearchReason(.text, part, in: field, pieces: .marking(places.map(\.range), in: text))
        }
    }
}

extension [SearchReason.Piece] {
    /// How much is shown before the first marked word, and after it.
    private static let before = 40
    private static let after = 120

    /// Shortens a long text around the first match.
    fileprivate static func marking(_ ranges: [Range<String.Index>], in text: String) -> Self {
        let ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
        guard let first = ranges.first else { return [] }
        var start = text.index(first.lowerBound, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
        // Do not cut if that saves nothing.
        if text.distance(from: text.startIndex, to: start) <= 1 { start = text.startIndex }
        let end = text.index(first.upperBound, offsetBy: after, limitedBy: text.endIndex) ?? text.endIndex
        let cut = SearchReason.Piece("…", isMarked: false)
        return (start > text.startIndex ? [cut] : [])
            + Self(of: text, start..<end, marking: ranges.filter { $0.upperBound <= end })
            + (end < text.endIndex ? [cut] : [])
    }

    /// - Parameters:
    ///   - part: the part of the text to divide; ranges are clipped to it.
    ///   - ranges: sorted by their start.
    init(of text: String, _ part: Range<String.Index>, marking ranges: [Range<String.Index>]) {
        var pieces: Self = []
        func add(_ piece: Substring, isMarked: Bool) {
            if !piece.isEmpty { pieces.append(SearchReason.Piece(String(piece), isMarked: isMarked)) }
        }
        var place = part.lowerBound
        for range in ranges.map({ $0.clamped(to: part) }) where range.upperBound > place {
            if range.lowerBound > place { add(text[place..<range.lowerBound], isMarked: false) }
            let from = Swift.max(place, range.lowerBound)
            // Overlapping words form one piece.
            if from == place, let last = pieces.last, last.isMarked {
                pieces[pieces.count - 1] = SearchReason.Piece(
                    last.text + text[from..<range.upperBound], isMarked: true)
            } else {
                add(text[from..<range.upperBound], isMarked: true)
            }
            place = range.upperBound
        }
        add(text[place..<part.upperBound], isMarked: false)
        self = pieces
    }
}
