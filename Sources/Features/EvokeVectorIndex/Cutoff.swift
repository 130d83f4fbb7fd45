import EvokeValues

/// From which scores on photos fit a question.
package struct Cutoff: Sendable {
    package static let nothingFits = Cutoff(hinting: .infinity, fitting: .infinity, plain: .infinity)

    /// From here on they show something of it: they do not fit, and do not contradict what is written on them.
    package let hinting: Float
    package let fitting: Float
    /// From here on they fit so well that hardly one is a chance find.
    package let plain: Float

    package var strict: Cutoff { Cutoff(hinting: hinting, fitting: plain, plain: plain) }
}

/// Between pictures, where words say nothing of what scores mean: other photos of the library do.
extension Cutoff {
    /// Most photos have nothing to do with a picture. The best tenth of them is taken for as like it as photos are by
    /// chance.
    private static let chanceFinds: Float = 0.1
    /// Of few photos, some of the best are more than chance finds.
    private static let fewest = 2
    /// Where the cut-off is, between what photos are by chance and the picture itself.
    private static let (alike, plainlyAlike): (Float, Float) = (0.35, 0.5)

    /// From which scores on photos are like a picture. It is the same for a model whose scores all lie elsewhere, or closer
    /// together.
    ///
    /// - Parameters:
    ///   - own: the score of the picture itself.
    ///   - others: those of some photos of the library, in any order.
    /// - Returns: nil for fewer than two others, of which nobody knows whether they are chance finds.
    package static func alike(own: Float, others: [Float]) -> Cutoff? {
        guard others.count > 1 else { return nil }
        let place = max(Int(nearest: Float(others.count) * chanceFinds), min(others.count / 2, fewest))
        let chance = others.sorted(by: >)[place]
        // Of what is there again and again, only what is the same is told from the rest.
        let way = max(own - chance, 0)
        let line = chance + alike * way
        return Cutoff(hinting: line, fitting: line, plain: chance + plainlyAlike * way)
    }
}
