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

    /// Its number in the library.
    public var id: PhotoID { card.id }
    /// Where its file was when it was indexed, absolute.
    public var path: FilePath { card.path }

    /// Made by searches; programs get it from `PhotoLibrary.search`.
    public init(rank: Int, score: Float, fits: Bool? = nil, card: PhotoCard) {
        self.rank = rank
        self.score = score
        self.fits = fits
        self.card = card
    }
}
