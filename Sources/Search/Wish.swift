public import PhotoCore

/// What the photos that are looked for are to be like, and what not.
public struct Wish: Sendable, Hashable {
    /// Cosines between two photos differ more from photo to photo than those between a text and a photo: with equal
    /// weights the words would hardly count.
    static let weightOfWords: Float = 2
    /// What is avoided may turn the search away, and must not lead it.
    static let weightOfAvoided: Float = 0.5

    public var words: Embedding?
    public var photos: [Embedding]
    public var avoided: Embedding?

    public init(words: Embedding? = nil, photos: [Embedding] = [], avoided: Embedding? = nil) {
        self.words = words
        self.photos = photos
        self.avoided = avoided
    }

    /// The direction to search in: words and the middle of the photos by their weights, and less of what is avoided.
    /// Nil when nothing is wanted, or when the parts take each other away.
    public var embedding: Embedding? {
        let wanted: [(Embedding?, Float)] = [
            (words, photos.isEmpty ? 1 : Self.weightOfWords), (Self.middle(of: photos), 1),
        ]
        guard let whole = Self.sum(wanted) else { return nil }
        guard let avoided else { return whole }
        return Self.sum([(whole, 1), (avoided, -Self.weightOfAvoided)])
    }

    private static func middle(of photos: [Embedding]) -> Embedding? { sum(photos.map { ($0, 1) }) }

    private static func sum(_ parts: [(vector: Embedding?, weight: Float)]) -> Embedding? {
        var sum: [Float] = []
        for case (let vector?, let weight) in parts {
            if sum.isEmpty { sum = [Float](repeating: 0, count: vector.dimensions) }
            for place in sum.indices { sum[place] += weight * vector.values[place] }
        }
        return Embedding(normalizing: sum)
    }
}
