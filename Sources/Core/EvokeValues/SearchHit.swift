/// A photo that was found.
public struct SearchHit: Hashable, Sendable {
    /// Its place among the answers, from 1: in the order of the scores, and in that of the list where nothing has one.
    public let rank: Int
    /// The cosine between the question and the photo; 0 where the question has nothing to rank photos by.
    public let score: Float
    /// Whether it fits what was asked, and is not only less unlike it than others; nil where no line is drawn, as in
    /// searches by a photo or a vector.
    public let fits: Bool?
    /// What is shown of it.
    public let card: PhotoCard
    /// Which parts of the question it answers, and how; empty where that is not known, and for what does not fit.
    public let reasons: [SearchReason]
    /// How well it answers a question that is answered by texts, too.
    package let standing: Standing

    /// Its number in the library.
    public var id: PhotoID { card.id }
    /// Where its file was when it was indexed, absolute.
    public var path: FilePath { card.path }

    /// Made by searches; programs get it from `PhotoLibrary.search`.
    public init(rank: Int, score: Float, fits: Bool? = nil, card: PhotoCard, reasons: [SearchReason] = []) {
        self.init(rank: rank, score: score, fits: fits, card: card, reasons: reasons, standing: .seen)
    }

    package init(
        rank: Int, score: Float, fits: Bool?, card: PhotoCard, reasons: [SearchReason], standing: Standing
    ) {
        self.rank = rank
        self.score = score
        self.fits = fits
        self.card = card
        self.reasons = reasons
        self.standing = standing
    }

    /// The best first; those of one standing come in the order of their scores.
    package enum Standing: Int, Comparable, Sendable {
        /// Its file has the query as its name.
        case named
        /// It shows what is asked for, and all words are written on it.
        case both
        /// All words are written on it.
        case written
        /// It shows what is asked for, or nobody can tell.
        case seen
        /// One word is written in its folder's or its camera's name, or may be a part of another word.
        case mentioned
        /// It is only less unlike it than others.
        case other
        /// It fits what is to be avoided.
        case avoided

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }
}
