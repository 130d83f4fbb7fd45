import EvokeValues

/// The relevance cut-off: the scores from which on photos fit a query.
package struct Cutoff: Sendable {
    package static let nothingFits = Cutoff(hinting: .infinity, fitting: .infinity, plain: .infinity)

    /// From this score on, photos have something in common with the query: they don't fit by themselves, but don't
    /// contradict a match in their full text.
    package let hinting: Float
    package let fitting: Float
    /// From this score on, hardly any photo is a chance find.
    package let plain: Float

    package var strict: Cutoff { Cutoff(hinting: hinting, fitting: plain, plain: plain) }
}

/// For comparisons of pictures, other photos of the library give scores a meaning instead of words.
extension Cutoff {
    /// Most photos are unrelated to a picture. The best tenth of them marks the similarity that occurs by chance.
    private static let chanceFinds: Float = 0.1
    /// If there are few photos, some of the best are more than chance finds.
    private static let fewest = 2
    /// The position of the cut-off, between chance similarity and the picture itself.
    private static let (alike, plainlyAlike): (Float, Float) = (0.35, 0.5)

    /// The scores from which on photos resemble a picture. Independent of the offset and range of a model's scores.
    ///
    /// - Parameters:
    ///   - own: the score of the picture itself.
    ///   - others: the scores of some photos of the library, in any order.
    /// - Returns: nil for fewer than two others, because chance similarity is then unknown.
    package static func alike(own: Float, others: [Float]) -> Cutoff? {
        guard others.count > 1 else { return nil }
        let place = max(Int(nearest: Float(others.count) * chanceFinds), min(others.count / 2, fewest))
        let chance = others.sorted(by: >)[place]
        // If everything in the library is similar, only identical pictures stand out.
        let way = max(own - chance, 0)
        let line = chance + alike * way
        return Cutoff(hinting: line, fitting: line, plain: chance + plainlyAlike * way)
    }
}
