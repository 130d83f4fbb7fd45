public struct SearchHit: Hashable, Sendable {
    public let rank: Int
    /// The cosine between the query and the photo.
    public let score: Float
    public let id: PhotoID
    public let path: FilePath

    public init(rank: Int, score: Float, id: PhotoID, path: FilePath) {
        self.rank = rank
        self.score = score
        self.id = id
        self.path = path
    }
}
