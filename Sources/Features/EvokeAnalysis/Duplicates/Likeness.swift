import EvokeValues

/// What a comparison of two looks has found: whether they show the same picture, or may be of one moment.
struct Likeness: Hashable, Sendable {
    /// Where the second lies in the first when nothing is slanted, and as it fits best.
    let level: Frame
    let free: Frame
    /// The correlations of both fits.
    let correlation: Float
    let freeCorrelation: Float
    /// The correlation of the level fit where what is burnt out in one is so in both.
    let clearCorrelation: Float
    /// How much the level fit leaves, against the free one.
    let excess: Float
    /// What is left where most is left on a whole patch, against the contrast.
    let worstPatch: Float
    /// The tangent of the angle between both.
    let slope: Float
    /// How much wider the second is in the first than it is high.
    let stretch: Float
    /// What a stretch of one pixel of the smaller photo is.
    let grain: Float
    /// The correlation of their tints; 1 where one of them is grey.
    let tints: Float
    /// Whether both have several colours, which paper has not.
    let isColorful: Bool

    /// The same picture: a tenth may have been cut off, and all else is where it was.
    var isSamePicture: Bool { isSameUnlessTurned && !isTurned }

    var isSameUnlessTurned: Bool {
        max(correlation, clearCorrelation) >= 0.95 && worstPatch <= 0.45 && hasSameTints && isInPlace(level)
    }

    /// Colours are saved at half of a picture's size: of a few pixels they are less exact.
    private var hasSameTints: Bool { tints >= 0.85 - min(grain, 0.05) }

    /// The same page, if what is written says so: letters are too small for looks.
    var mayBeSamePage: Bool { correlation >= 0.85 && tints >= 0.85 && mayBeInPlace }

    /// The same picture, if thumbnails say so: lines may be too thin for looks, and a frame less than a pixel off.
    var mayBeSamePicture: Bool { correlation >= Self.nearCorrelation && hasSameTints && mayBeInPlace }

    /// Whether thumbnails may find it in place, which move the frame by little.
    private var mayBeInPlace: Bool { level.leastShare >= Self.leastShare - 3 * ThumbnailComparison.farthest }

    /// Whether a tenth may have been cut off, and nothing else has been changed.
    ///
    /// - Parameter frame: where the second lies in the first, more exactly than looks say it.
    func isInPlace(_ frame: Frame) -> Bool {
        let change = frame.numbers[1] / frame.numbers[5] * level.numbers[5] / level.numbers[1]
        return frame.leastShare >= Self.leastShare && abs(stretch * change - 1) <= 0.015 + 2 * grain
    }

    /// By an angle that a level fit does not do without. In a few pixels, no angle is known exactly.
    private var isTurned: Bool {
        seemsTurned && excess > 1.08 && 1 - correlation > 1.08 * (1 - freeCorrelation)
    }

    var seemsTurned: Bool { isTurn(slope) }

    /// Whether the tangent of an angle between both is more than another saving makes of none.
    func isTurn(_ slope: Float) -> Bool { abs(slope) > max(0.0021, 0.15 * grain) }

    /// Another shot of what the first shows, if they were taken at once.
    var mayBeOneMoment: Bool { freeCorrelation >= 0.6 && abs(slope) <= 0.18 && free.leastShare >= 0.7 }

    /// Another shot of what the first shows, also where nobody knows when they were taken.
    var isOneMoment: Bool {
        // Two colours of one drawing have been seen with 0.89.
        freeCorrelation >= 0.93 && abs(slope) <= 0.09 && free.leastShare >= 0.8 && tints >= 0.95
    }
}

extension Likeness {
    /// A tenth may have been cut off.
    private static let leastShare: Float = 0.895
    private static let leastCorrelation: Float = 0.6
    /// With less, after two steps and before anything is slanted, no slant has brought them together: most that are
    /// compared have nothing in common.
    private static let leastLevel: Float = 0.4
    /// A frame that changes less is there; and so it is where looks are compared closer then.
    private static let leastChange: Float = 2e-4
    private static let leastChangeAtFirst: Float = 2e-3
    /// Below it, the looks are compared no closer: they are not the same picture.
    private static let closeCorrelation: Float = 0.8
    /// Below it, thumbnails are not asked, either.
    private static let nearCorrelation: Float = 0.75
    /// What is burnt out is so by making it lighter, and drowned by making it darker, by no more than that.
    private static let leastGain: Float = 0.5
    /// What has less of it shows nothing.
    static let leastContrast: Float = 1

    /// - Parameters:
    ///   - sizes: of the photos.
    ///   - turn: what the second has to be turned by.
    ///   - part: where the second may lie in the first.
    init?(
        _ first: FingerprintPlanes, _ second: FingerprintPlanes, fingerprints: (PhotoFingerprint, PhotoFingerprint),
        sizes: (PixelSize, PixelSize),
        turn: Turn, from part: Frame
    ) {
        let other = turn.size(sizes.1)
        let least = min(sizes.0.width, sizes.0.height, other.width, other.height)
        let last = least >= 96 ? 2 : least >= 48 ? 1 : 0
        let small = Relief(first.smallest)
        let change = last == 0 ? Self.leastChange : Self.leastChangeAtFirst
        func align(_ frame: Frame, _ freedom: SIMD8<Float>, _ steps: Int) -> Alignment? {
            Alignment(small, second.smallest, from: frame, freedom: freedom, steps: steps, least: change)
        }
        guard let near = align(part, Frame.level, 2), near.correlation >= Self.leastLevel,
            var level = align(near.frame, Frame.level, 4), level.correlation >= Self.leastLevel,
            var free = align(level.frame, Frame.free, 6), free.correlation >= Self.leastCorrelation
        else { return nil }
        var planes = (first.smallest, second.smallest)
        if last > 0, free.correlation >= Self.closeCorrelation {
            let (ones, others) = (first.closer, second.closer)
            let sizes = [(ones.half, others.half), (ones.whole, others.whole)]
            for (size, (one, other)) in sizes.prefix(last).enumerated() where free.correlation >= Self.closeCorrelation
            {
                let (relief, change) = (Relief(one), size + 1 == last ? Self.leastChange : Self.leastChangeAtFirst)
                guard
                    let closer = Alignment(
                        relief, other, from: level.frame, freedom: Frame.level, steps: 4, least: change),
                    let freer = Alignment(relief, other, from: free.frame, freedom: Frame.free, steps: 4, least: change)
                else { return nil }
                (level, free, planes) = (closer, freer, (one, other))
            }
        }
        (self.level, self.free) = (level.frame, free.frame)
        (correlation, freeCorrelation) = (level.correlation, free.correlation)
        // Where it makes a difference.
        clearCorrelation =
            level.correlation < 0.95 && level.correlation >= Self.nearCorrelation
            ? level.clearCorrelation(planes.0, planes.1, leastGain: Self.leastGain) : level.correlation
        excess = Self.excess(of: level, over: free)
        worstPatch = Self.worstPatch(level)
        let (wide, high) = (Float(sizes.0.width), Float(sizes.0.height))
        slope = free.frame.slope(sizes.0, other)
        stretch =
            level.frame.numbers[1] * wide * Float(other.height) / (level.frame.numbers[5] * high * Float(other.width))
        grain = 1 / Float(max(least, 1))
        tints = Self.tints(fingerprints.0.tint, fingerprints.1.tint, turn)
        isColorful = [fingerprints.0, fingerprints.1].allSatisfy { Self.isColorful($0.tint) }
    }

    private static func excess(of level: Alignment, over free: Alignment) -> Float {
        var (levels, frees, count): (Float, Float, Float) = (0, 0, 0)
        for place in level.rest.indices where level.weights[place] > 0 && free.weights[place] > 0 {
            levels += free.weights[place] * level.rest[place] * level.rest[place]
            frees += free.weights[place] * free.rest[place] * free.rest[place]
            count += 1
        }
        return levels / (frees + 1e-3 * max(count, 1))
    }

    /// A line of text or an edge is thinner than a patch.
    private static func worstPatch(_ alignment: Alignment) -> Float {
        let side = alignment.side
        var squares = Plane(alignment.rest.map { $0 * $0 }, side: side)
        squares = squares.overLines(reach: 1, +).turned.overLines(reach: 1, +)
        let patches = squares.overLines(reach: 2, min).turned.overLines(reach: 2, min)
        return ((patches.values.max() ?? 0) / 9).squareRoot() / max(alignment.contrast, 1)
    }

    /// Less than this is no colour.
    private static let leastTint: Float = 4

    private static func tints(_ first: [Int8], _ second: [Int8], _ turn: Turn) -> Float {
        let side = PhotoFingerprint.tintSide
        let count = side * side
        let turned = turn.square(second[..<count], side: side) + turn.square(second[count...], side: side)
        var (products, firsts, seconds): (Float, Float, Float) = (0, 0, 0)
        for (one, two) in zip(first, turned) {
            products += Float(one) * Float(two)
            firsts += Float(one) * Float(one)
            seconds += Float(two) * Float(two)
        }
        let least = leastTint * leastTint * Float(count)
        guard firsts >= least, seconds >= least else { return 1 }
        return products / (firsts * seconds).squareRoot()
    }

    private static func isColorful(_ tints: [Int8]) -> Bool {
        let count = PhotoFingerprint.tintSide * PhotoFingerprint.tintSide
        return [tints[..<count], tints[count...]].contains { plane in
            let numbers = plane.map { Float($0) }
            return Plane(numbers, side: PhotoFingerprint.tintSide).contrast >= leastTint
        }
    }
}
