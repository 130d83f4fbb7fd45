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
    public var path: DiskPath { card.path }

    package init(
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
