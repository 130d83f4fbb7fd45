/// A photo that was found.
public struct SearchHit: Hashable, Sendable {
    public let rank: Int
    /// The cosine between the question and the photo.
    public let score: Float
    public let card: PhotoCard

    public var id: PhotoID { card.id }
    public var path: FilePath { card.path }

    public init(rank: Int, score: Float, card: PhotoCard) {
        self.rank = rank
        self.score = score
        self.card = card
    }
}
