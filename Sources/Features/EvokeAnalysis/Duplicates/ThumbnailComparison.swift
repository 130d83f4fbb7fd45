import EvokeValues

/// Two thumbnails, the second aligned with the first more exactly than fingerprints allow.
struct ThumbnailComparison {
    /// The size of the compared squares, in pixels.
    static let side = 256
    /// Fingerprints are accurate to one of their pixels. Without a limit, alignment goes astray on nearly empty pages.
    static let farthest = 2 / Float(PhotoFingerprint.side)
    /// The least ratio between the residuals of a level fit and of a slanted one if one picture is rotated. It was
    /// 1.005 for copies and 1.02 for different shots.
    private static let leastGain: Float = 1.01

    let first, second: Plane
    let fit: Alignment

    /// Nil if they don't match.
    ///
    /// - Parameters:
    ///   - turn: the rotation of the second.
    ///   - frame: the position of the second in the first according to the fingerprints.
    init?(_ first: Pixels, _ second: Pixels, _ turn: Turn, from frame: Frame) {
        let planes = [first, second].map { Plane(PhotoFingerprint.light(of: $0, side: Self.side), side: Self.side) }
        let turned = Plane(turn.square(planes[1].values, side: Self.side), side: Self.side)
        guard
            let near = Alignment(Relief(planes[0].halved), turned.halved, from: frame, freedom: Frame.level, steps: 3),
            let fit = Alignment(Relief(planes[0]), turned, from: near.frame, freedom: Frame.level, steps: 3)
        else { return nil }
        let change = fit.frame.numbers - frame.numbers
        guard (0..<6).allSatisfy({ abs(change[$0]) < Self.farthest }) else { return nil }
        (self.first, self.second, self.fit) = (planes[0], turned, fit)
    }

    /// Whether one is rotated by more than a level fit tolerates, given that fingerprints suggest it.
    ///
    /// - Parameters:
    ///   - first: the size of the photo.
    ///   - second: the size of the other, after rotation.
    func isTurned(_ likeness: Likeness, _ first: PixelSize, _ second: PixelSize) -> Bool {
        guard likeness.seemsTurned else { return false }
        let slanted = Alignment(Relief(self.first), self.second, from: fit.frame, freedom: Frame.free, steps: 4)
        guard let slanted else { return true }
        return likeness.isTurn(slanted.frame.slope(first, second))
            && 1 - fit.correlation > Self.leastGain * (1 - slanted.correlation)
    }
}
