/// A photo that a search has found.
public struct SearchHit: Hashable, Sendable {
    /// Its place among the answers, from 1.
    public let rank: Int
    /// The cosine between the query and the photo.
    public let score: Float
    /// Its number in the library.
    public let id: PhotoID
    /// Where its file was when it was indexed, absolute.
    public let path: FilePath

    /// Made by searches; programs get it from `PhotoLibrary.search`.
    public init(rank: Int, score: Float, id: PhotoID, path: FilePath) {
        self.rank = rank
        self.score = score
        self.id = id
        self.path = path
    }
}
