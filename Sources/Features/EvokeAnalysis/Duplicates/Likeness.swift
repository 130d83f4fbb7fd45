import EvokePorts
import EvokeValues

/// The result of comparing two fingerprints: whether they show the same picture or may be of the same moment.
struct Likeness: Hashable, Sendable {
    /// The position of the second in the first, without slant, and with the best fit.
    let level: Frame
    let free: Frame
    /// The correlations of both fits.
    let correlation: Float
    let freeCorrelation: Float
    /// The correlation of the level fit if pixels clipped in one are clipped in both.
    let clearCorrelation: Float
    /// The ratio between the residuals of the level fit and the free fit.
    let excess: Float
    /// The residual of the patch with the largest one, relative to contrast.
    let worstPatch: Float
    /// The tangent of the angle between them.
    let slope: Float
    /// The second's horizontal scale in the first, relative to its vertical scale.
    let stretch: Float
    /// The stretch caused by one pixel of the smaller photo.
    let grain: Float
    /// The correlation of their tints; 1 if one of them is gray.
    let tints: Float
    /// Whether both have several colors, unlike paper.
    let isColorful: Bool

    /// Whether it is the same picture: a tenth may have been cropped, and everything else is in the same position.
    var isSamePicture: Bool { isSameUnlessTurned && !isTurned }

    var isSameUnlessTurned: Bool {
        max(correlation, clearCorrelation) >= 0.95 && worstPatch <= 0.45 && hasSameTints && isInPlace(level)
    }

    /// Color is saved at half resolution, so it is less exact in small pictures.
    private var hasSameTints: Bool { tints >= 0.85 - min(grain, 0.05) }

    /// Whether it may be the same page, to be decided by its text: letters are too small for fingerprints.
    var mayBeSamePage: Bool { correlation >= 0.85 && tints >= 0.85 && mayBeInPlace }

    /// Whether it may be the same picture, to be decided by thumbnails: lines may be too thin for fingerprints, and a
    /// frame may be off by less than a pixel.
    var mayBeSamePicture: Bool { correlation >= Self.nearCorrelation && hasSameTints && mayBeInPlace }

    /// Whether thumbnails, which move the frame only a little, may find it in position.
    private var mayBeInPlace: Bool { level.leastShare >= Self.leastShare - 3 * ThumbnailComparison.farthest }

    /// Whether at most a tenth has been cropped, and nothing else has changed.
    ///
    /// - Parameter frame: the position of the second in the first, more exact than fingerprints allow.
    func isInPlace(_ frame: Frame) -> Bool {
        let change = frame.numbers[1] / frame.numbers[5] * level.numbers[5] / level.numbers[1]
        return frame.leastShare >= Self.leastShare && abs(stretch * change - 1) <= 0.015 + 2 * grain
    }

    /// Whether the angle is more than a level fit tolerates. In small pictures, no angle is known exactly.
    private var isTurned: Bool {
        seemsTurned && excess > 1.08 && 1 - correlation > 1.08 * (1 - freeCorrelation)
    }

    var seemsTurned: Bool { isTurn(slope) }

    /// Whether the tangent of an angle is more than resaving an unrotated picture causes.
    func isTurn(_ slope: Float) -> Bool { abs(slope) > max(0.0021, 0.15 * grain) }

    /// Another shot of the same subject, provided that they were taken at about the same time.
    var mayBeOneMoment: Bool { freeCorrelation >= 0.6 && abs(slope) <= 0.18 && free.leastShare >= 0.7 }

    /// Another shot of the same subject, even if times are unknown.
    var isOneMoment: Bool {
        // 0.89 has been seen for two colors of one drawing.
        freeCorrelation >= 0.93 && abs(slope) <= 0.09 && free.leastShare >= 0.8 && tints >= 0.95
    }
}

extension Likeness {
    /// The least share if a tenth has been cropped.
    private static let leastShare: Float = 0.895
    private static let leastCorrelation: Float = 0.6
    /// Below this, after two steps and before slanting, no slant has ever made them match; most compared pairs have
    /// nothing in common.
    private static let leastLevel: Float = 0.4
    /// The step size at which alignment ends, and at which closer comparison begins.
    private static let leastChange: Float = 2e-4
    private static let leastChangeAtFirst: Float = 2e-3
    /// Below this, fingerprints are not compared closer: it is not the same picture.
    private static let closeCorrelation: Float = 0.8
    /// Below this, thumbnails are not compared either.
    private static let nearCorrelation: Float = 0.75
    /// Clipping is caused by brightening or darkening by no more than this.
    private static let leastGain: Float = 0.5
    /// With less contrast, a picture is blank.
    static let leastContrast: Float = 1

    /// - Parameters:
    ///   - turn: the rotation of the second.
    ///   - part: where the second may be in the first.
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
        // Only computed if it makes a difference.
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

    /// Weaker tints don't count as color.
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
    /// - Parameter frame: the position of the second in the first according to the fingerprints.
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
    /// - Parameter second: the size of the other, after rotation.
    func isTurned(_ likeness: Likeness, _ first: PixelSize, _ second: PixelSize) -> Bool {
        guard likeness.seemsTurned else { return false }
        let slanted = Alignment(Relief(self.first), self.second, from: fit.frame, freedom: Frame.free, steps: 4)
        guard let slanted else { return true }
        return likeness.isTurn(slanted.frame.slope(first, second))
            && 1 - fit.correlation > Self.leastGain * (1 - slanted.correlation)
    }
}
