public import EvokeValues

/// What the photos that are looked for are to be like, and what not.
public struct Wish: Sendable, Hashable {
    /// Cosines between two photos differ more from photo to photo than those between a text and a photo: with equal
    /// weights the words would hardly count.
    static let weightOfWords: Float = 2
    /// What is avoided may turn the search away, and must not lead it.
    static let weightOfAvoided: Float = 0.5

    /// What is wanted, as a vector of a text. Beside photos it weighs twice as much as all of them.
    public var words: Embedding?
    /// Vectors of photos that are to be like; their middle counts.
    public var photos: [Embedding]
    /// What is not wanted, as a vector of a text; it takes half of its direction away.
    public var avoided: Embedding?

    /// A wish needs words or a photo; words to avoid alone are none.
    public init(words: Embedding? = nil, photos: [Embedding] = [], avoided: Embedding? = nil) {
        self.words = words
        self.photos = photos
        self.avoided = avoided
    }

    /// The direction to search in: words and the middle of the photos by their weights, and less of what is avoided.
    /// Nil when nothing is wanted, or when the parts take each other away.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` when they were not all made by one model.
    public var embedding: Embedding? {
        get throws(EvokeError) {
            var wanted: [(vector: Embedding, weight: Float)] = []
            if let words { wanted.append((words, photos.isEmpty ? 1 : Self.weightOfWords)) }
            if let middle = try Embedding.sum(photos.map { ($0, 1) }) { wanted.append((middle, 1)) }
            guard let whole = try Embedding.sum(wanted) else { return nil }
            guard let avoided else { return whole }
            return try Embedding.sum([(whole, 1), (avoided, -Self.weightOfAvoided)])
        }
    }
}
