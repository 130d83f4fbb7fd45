/// A photo that was found.
public struct SearchHit: Hashable, Sendable {
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
