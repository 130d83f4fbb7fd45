import EvokeSystem
package import EvokeValues

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
        let cutoff = chance + alike * way
        return Cutoff(hinting: cutoff, fitting: cutoff, plain: chance + plainlyAlike * way)
    }
}

/// A model's vectors of words unrelated to any query. They give scores a meaning: if a photo matches a query, few of
/// these words score as high.
package struct BackgroundDistribution: Sendable {
    /// The share of a photo's words, by score, from which the decay of higher scores is estimated.
    private static let shareInTheTail: Float = 0.2
    /// The number of best photos that determine the cut-off; a single one may be a chance find.
    package static let photosThatSpeak = 3
    /// In larger libraries there are more chance finds, but also more matches; outside this range, the bound stays
    /// constant.
    private static let librarySizes: ClosedRange<Float> = 100...10_000
    /// The position of the cut-off, between what words have in common with the best photos and how well the query
    /// matches these. Every word after the second makes the query more specific, and fewer photos match.
    private static let (fitting, eachWord, plain): (Float, Float, Float) = (0.65, 0.05, 0.9)

    private let halfFloats: [Float16]
    private let count: Int
    private let kernels: Kernels

    /// Throws `EvokeError` of the kind `wrongUsage` for vectors that cannot be compared.
    package init(_ vectors: [Embedding]) throws(EvokeError) {
        for vector in vectors { try vector.check(vectors[0].fingerprint, vectors[0].dimensions) }
        halfFloats = vectors.flatMap { $0.values.map { Float16($0) } }
        count = vectors.count
        kernels = try Kernels.chosen()
    }

    /// How rare high scores are in a library: the mean over some of its photos, in standard deviations of their words.
    package struct Tail: Sendable {
        /// Where the tail begins, and how far above that its words are on average.
        let start, length: Float
    }

    /// Nil without photos.
    package func tail(of photos: [Embedding]) -> Tail? {
        guard !photos.isEmpty else { return nil }
        let tails = photos.map { photo in
            let scores = Scores(scores(of: photo))
            let tail = scores.values.sorted(by: >).prefix(Int(nearest: Float(count) * Self.shareInTheTail))
            let start = tail.last ?? 0
            return (start: scores.height(start), length: (average(tail) - start) / scores.spread)
        }
        return Tail(start: average(tails.map(\.start)), length: average(tails.map(\.length)))
    }

    /// Returns the cut-off for a query with that many words, given its best photos and the number of photos.
    package func cutoff(
        _ best: [(score: Float, photo: Embedding)], in tail: Tail, among photos: Int, words count: Int = 1
    ) -> Cutoff {
        let speaking = best.prefix(Self.photosThatSpeak)
        let words = speaking.map { Scores(scores(of: $0.photo)) }
        let heights = zip(speaking, words).map { $1.height($0.score) }
        // Often only one photo shows the subject of the query, so the best counts twice.
        let height = average(heights.prefix(1) + heights)
        let size = min(max(Float(photos), Self.librarySizes.lowerBound), Self.librarySizes.upperBound)
        // The expected number of photos in such a library that an unrelated word matches as well.
        let chance = size * Self.shareInTheTail * Mathematics.exp((tail.start - height) / tail.length)
        guard chance < 1 else { return .nothingFits }
        let common = average(words.map(\.mean))
        let reach = average(speaking.map(\.score)) - common
        let fitting = min(Self.fitting + Self.eachWord * Float(max(count - 2, 0)), Self.plain)
        return Cutoff(
            hinting: common + fitting / 2 * reach, fitting: common + fitting * reach, plain: common + Self.plain * reach
        )
    }

    private func scores(of photo: Embedding) -> [Float] {
        var scores = [Float](repeating: 0, count: count)
        halfFloats.withUnsafeBytes {
            kernels.dot(photo.values, $0.assumingMemoryBound(to: UInt16.self).baseAddress!, count, &scores)
        }
        return scores
    }
}

/// The neutral words' scores for a photo.
private struct Scores {
    let values: [Float]
    let mean: Float
    let spread: Float

    init(_ values: [Float]) {
        let mean = average(values)
        self.values = values
        self.mean = mean
        // Without any spread, all scores would count as equally high.
        spread = max(average(values.map { ($0 - mean) * ($0 - mean) }).squareRoot(), 1e-6)
    }

    /// In standard deviations above the mean.
    func height(_ score: Float) -> Float { (score - mean) / spread }
}

private func average(_ values: some Collection<Float>) -> Float { values.reduce(0, +) / Float(values.count) }
