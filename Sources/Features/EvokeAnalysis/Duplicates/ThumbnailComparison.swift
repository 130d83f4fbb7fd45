import EvokeValues

/// Two thumbnails, the second laid into the first more exactly than looks can be.
struct ThumbnailComparison {
    /// So many pixels a side are compared.
    static let side = 256
    /// Looks say it to a pixel of theirs. On a page with hardly anything on it, a fit to something else goes astray.
    static let farthest = 2 / Float(PhotoFingerprint.side)
    /// A level fit leaves so many times what is left of a slanted one where one of both is turned: of copies it has left
    /// 1.005 times that, of shots 1.02.
    private static let leastGain: Float = 1.01

    let first, second: Plane
    let fit: Alignment

    /// Nil where they do not fit.
    ///
    /// - Parameters:
    ///   - turn: what the second has to be turned by.
    ///   - frame: where the second lies in the first, as far as looks say it.
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

    /// Whether one is turned by an angle that a level fit does not do without, where looks have seen one.
    ///
    /// - Parameters:
    ///   - first: the size of the photo.
    ///   - second: the size of the other, turned.
    func isTurned(_ likeness: Likeness, _ first: PixelSize, _ second: PixelSize) -> Bool {
        guard likeness.seemsTurned else { return false }
        let slanted = Alignment(Relief(self.first), self.second, from: fit.frame, freedom: Frame.free, steps: 4)
        guard let slanted else { return true }
        return likeness.isTurn(slanted.frame.slope(first, second))
            && 1 - fit.correlation > Self.leastGain * (1 - slanted.correlation)
    }
}
