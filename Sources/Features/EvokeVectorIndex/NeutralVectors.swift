import EvokeSystem
package import EvokeValues

/// How a model sees words that have nothing to do with a question. They tell what a score means: of a photo that fits
/// the question, few of them are said as well.
package struct NeutralVectors: Sendable {
    /// The share of a photo's words from whose scores it is told how quickly higher ones become rare.
    private static let shareInTheTail: Float = 0.2
    /// The best photos that the line is drawn from: a single one may be a chance find.
    package static let photosThatSpeak = 3
    /// Chance finds grow with a library, and so do right ones; beyond this the bar stays where it is.
    private static let librarySizes: ClosedRange<Float> = 100...10_000
    /// Where the line is, between what words have in common with the best photos and how well the question fits these.
    private static let height: Float = 0.5

    private let halves: [Float16]
    private let count: Int
    private let kernels: Kernels

    /// Throws `EvokeError` of the kind `wrongUsage` for vectors that cannot be compared.
    package init(_ vectors: [Embedding]) throws(EvokeError) {
        for vector in vectors { try vector.check(vectors[0].fingerprint, vectors[0].dimensions) }
        halves = vectors.flatMap { $0.values.map { Float16($0) } }
        count = vectors.count
        kernels = try Kernels.chosen()
    }

    /// How rare high scores are in a library: the mean over some of its photos, in their words' standard deviations.
    package struct Tail: Sendable {
        /// Where it begins, and how far above that its words are on the average.
        let start, length: Float
    }

    /// nil without photos.
    package func tail(of photos: [Embedding]) -> Tail? {
        guard !photos.isEmpty else { return nil }
        let tails = photos.map { photo in
            let scores = Scores(scores(of: photo))
            let tail = scores.sorted.prefix(Int(nearest: Float(count) * Self.shareInTheTail))
            let start = tail.last ?? 0
            return (start: scores.height(start), length: (average(tail) - start) / scores.spread)
        }
        return Tail(start: average(tails.map(\.start)), length: average(tails.map(\.length)))
    }

    /// The score from which on photos fit a question, given those that fit it best, and how many photos there are; nil
    /// where none fits.
    package func line(_ best: [(score: Float, photo: Embedding)], in tail: Tail, among photos: Int) -> Float? {
        let speaking = best.prefix(Self.photosThatSpeak)
        let words = speaking.map { Scores(scores(of: $0.photo)) }
        let height = average(zip(speaking, words).map { $1.height($0.score) })
        let size = min(max(Float(photos), Self.librarySizes.lowerBound), Self.librarySizes.upperBound)
        // How many photos of such a library a word fits as well that has nothing to do with them.
        let chance = size * Self.shareInTheTail * Mathematics.exp((tail.start - height) / tail.length)
        guard chance < 1 else { return nil }
        let common = average(words.map(\.mean))
        return common + Self.height * (average(speaking.map(\.score)) - common)
    }

    private func scores(of photo: Embedding) -> [Float] {
        var scores = [Float](repeating: 0, count: count)
        halves.withUnsafeBytes {
            kernels.dot(photo.values, $0.assumingMemoryBound(to: UInt16.self).baseAddress!, count, &scores)
        }
        return scores
    }
}

/// The neutral words' scores for one photo.
private struct Scores {
    let values: [Float]
    let mean: Float
    let spread: Float

    init(_ values: [Float]) {
        let mean = average(values)
        self.values = values
        self.mean = mean
        // Without a spread every score is as high as any.
        spread = max(average(values.map { ($0 - mean) * ($0 - mean) }).squareRoot(), 1e-6)
    }

    var sorted: [Float] { values.sorted(by: >) }

    /// In standard deviations above the mean.
    func height(_ score: Float) -> Float { (score - mean) / spread }
}

private func average(_ values: some Collection<Float>) -> Float { values.reduce(0, +) / Float(values.count) }
