/// A photo that was found.
public struct SearchHit: Hashable, Sendable {
    /// Its place among the answers, from 1.
    public let rank: Int
    /// The cosine between the question and the photo; nil where the question has nothing to rank it by.
    public let score: Float?
    /// Whether it fits what was asked, and is not only less unlike it than others. Where there is no cut-off, as in searches
    /// by a vector or by a photo with words, it is nil, but for photos that fit what is to be avoided.
    public let fits: Bool?
    /// What is shown of it.
    public let card: PhotoCard
    /// Which parts of the question it answers, and how; empty where that is not known, and for what does not fit.
    public let reasons: [SearchReason]
    /// The photos that it stands for, itself among them, also those that the question does not find; nil for a photo that
    /// is alone, and where stacks are not folded (`Question.stacks`).
    public let stack: PhotoStack?
    /// When what fits best is seen in a film, from its beginning; nil for photos, for films that show one thing all the time,
    /// and where nothing ranks them.
    public let moment: Duration?
    /// Its number in the library.
    public var id: PhotoID { card.id }
    /// Where its file was when it was indexed, absolute.
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
