public import EvokeValues

extension Embedding {
    /// Cosines between two photos vary more than those between a text and a photo: with equal weights, words would
    /// hardly count.
    private static let weightOfWords: Float = 2
    /// What is avoided may deflect the search, but must not lead it.
    private static let weightOfAvoided: Float = 0.5

    /// The direction to search in: the weighted mean of words and photos, minus a share of what is avoided. A single
    /// vector is returned unchanged. Nil if nothing is wanted, or the parts cancel each other out.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` if the vectors come from different models.
    public static func wanted(
        words: Embedding? = nil, photos: [Embedding] = [], avoided: [Embedding] = []
    ) throws(EvokeError) -> Embedding? {
        var wanted: [(vector: Embedding, weight: Float)] = []
        if let words { wanted.append((words, photos.isEmpty ? 1 : weightOfWords)) }
        if let middle = try middle(of: photos) { wanted.append((middle, 1)) }
        guard let whole = wanted.count == 1 ? wanted[0].vector : try sum(wanted) else { return nil }
        guard let avoided = try middle(of: avoided) else { return whole }
        return try sum([(whole, 1), (avoided, -weightOfAvoided)])
    }

    private static func middle(of photos: [Embedding]) throws(EvokeError) -> Embedding? {
        photos.count == 1 ? photos[0] : try sum(photos.map { ($0, 1) })
    }
}
