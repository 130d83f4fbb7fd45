import EvokeValues

/// The alignment of two planes of the same size: where the second is in the first, and what remains after also matching
/// brightness.
struct Alignment {
    let frame: Frame
    let side: Int
    /// The residual of each pixel of the second; 0 where the first has none, or one of them is clipped.
    let rest: [Float]
    /// The weight of each pixel in the fit, from 0 to 1.
    let weights: [Float]
    /// The first is the second times `gain` plus `offset`.
    let gain, offset: Float
    /// The correlation of the common pixels.
    let correlation: Float
    /// The standard deviation of the first's pixels that are in the second.
    let contrast: Float

    /// The least share of pixels that both must have.
    private static let leastCommon: Float = 0.5
    /// The least share of pixels that must not be clipped; otherwise all count.
    private static let leastClear: Float = 0.15
    /// Fits by iterated least squares from an approximate frame; nil if that doesn't converge.
    ///
    /// - Parameters:
    ///   - freedom: 1 for each component of the frame that may change.
    ///   - least: the step size below which iteration ends.
    init?(
        _ first: Relief, _ second: Plane, from start: Frame, freedom: SIMD8<Float>, steps: Int, least: Float = 2e-4
    ) {
        let found = withUnsafeTemporaryAllocation(of: Float.self, capacity: Fit.layers * second.values.count) {
            memory in
            first.pixels.withUnsafeBufferPointer { pixels in
                second.values.withUnsafeBufferPointer { values in
                    Self.found(Fit(pixels, values, side: first.side, memory), start, freedom, steps, least)
                }
            }
        }
        guard let found else { return nil }
        self = found
    }

    private static func found(
        _ fit: Fit, _ start: Frame, _ freedom: SIMD8<Float>, _ steps: Int, _ least: Float
    ) -> Alignment? {
        var (frame, fit, left) = (start, fit, steps)
        while true {
            guard frame.isPlausible, fit.measure(through: frame), fit.common >= leastCommon else { return nil }
            if fit.clear < leastClear { fit.takeAll() }
            fit.fitLightness()
            // If the step is undetermined, the frame stays as it is.
            guard left > 0, let change = fit.step(freedom) else { return Alignment(fit, frame) }
            frame.numbers += change
            var largest: Float = 0
            for place in 0..<6 { largest = max(largest, abs(change[place])) }
            left = largest < least ? 0 : left - 1
        }
    }

    private init(_ fit: Fit, _ frame: Frame) {
        (self.frame, side, rest, weights) = (frame, fit.side, fit.rests, Array(fit.weights))
        (gain, offset) = (fit.gain, fit.offset)
        (correlation, contrast) = fit.correlationAndContrast
    }
}

extension Alignment {
    /// The least share of the detail that must remain; below, there is no evidence for a match.
    private static let leastLeft: Float = 0.5

    /// Both planes, with pixels that are clipped in one also clipped in the other.
    func alikeAtEnds(_ first: Plane, _ second: Plane) -> (first: Plane, second: Plane) {
        let ends = [0, 255].map { gain * $0 + offset }
        return (
            first.seen(through: frame).clamped(to: ends[0]...ends[1]),
            second.clamped(to: -offset / gain...(255 - offset) / gain)
        )
    }

    /// The correlation of these for a level fit; 0 if too little remains.
    func clearCorrelation(_ first: Plane, _ second: Plane, leastGain: Float) -> Float {
        guard gain >= leastGain else { return 0 }
        let (one, two) = alikeAtEnds(first, second)
        let (columns, rows) = frame.common(side: side, margin: 1)
        let places = rows.flatMap { row in columns.map { row * side + $0 } }
        let count = Float(max(places.count, 1))
        let firsts = places.reduce(0) { $0 + one.values[$1] } / count
        let seconds = places.reduce(0) { $0 + two.values[$1] } / count
        var (products, squares, others): (Float, Float, Float) = (0, 0, 0)
        for place in places {
            let (own, other) = (one.values[place] - firsts, two.values[place] - seconds)
            products += own * other
            squares += own * own
            others += other * other
        }
        guard (squares / count).squareRoot() >= Self.leastLeft * contrast else { return 0 }
        return products / ((squares * others).squareRoot() + 1e-6)
    }
}

/// The position of one fingerprint in another, both from -1 to 1 in each direction: across, `offset + column * scale +
/// row * slant`.
struct Frame: Hashable, Sendable {
    /// Offset, scale, and slant across; offset, slant, and scale down. The last two components are for brightness.
    var numbers: SIMD8<Float>

    static let free = SIMD8<Float>(1, 1, 1, 1, 1, 1, 1, 1)
    /// Freedom to change everything but slant.
    static let level = SIMD8<Float>(1, 1, 0, 1, 0, 1, 1, 1)

    init(across: ClosedRange<Float>, down: ClosedRange<Float>) {
        numbers = [
            across.lowerBound + across.upperBound - 1, across.upperBound - across.lowerBound, 0,
            down.lowerBound + down.upperBound - 1, 0, down.upperBound - down.lowerBound, 0, 0,
        ]
    }

    /// Whether it is close enough to the whole for alignment to be worthwhile.
    var isPlausible: Bool {
        let identity = SIMD8<Float>(0, 1, 0, 0, 0, 1, 0, 0)
        for place in 0..<6 where !(abs(numbers[place] - identity[place]) <= 0.5) { return false }
        return true
    }

    /// The pixels of the second that are also in the first, with that margin, for planes of that side without slant.
    func common(side: Int, margin: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        func range(_ offset: Float, _ scale: Float) -> Range<Int> {
            let half = Float(side) / 2
            let (begin, end) = (((-1 - offset) / scale + 1) * half, ((1 - offset) / scale + 1) * half)
            let first = max(Int(nearest: begin.rounded(.up)), 0) + margin
            return first..<max(first, min(Int(nearest: end.rounded(.down)), side) - margin)
        }
        return (range(numbers[0], numbers[1]), range(numbers[3], numbers[5]))
    }

    /// The tangent of the angle between two pictures, the first of which is seen through the frame.
    func slope(_ first: PixelSize, _ second: PixelSize) -> Float {
        let (wide, high) = (Float(first.width), Float(first.height))
        let across = SIMD2(numbers[1] * wide, numbers[4] * high) / Float(second.width)
        let down = SIMD2(numbers[2] * wide, numbers[5] * high) / Float(second.height)
        return (across.y - down.x) / (across.x + down.y)
    }

    /// The share of each fingerprint that is in the other, in the direction with less overlap; ignores slant.
    var leastShare: Float {
        var least: Float = 1
        for (offset, scale) in [(numbers[0], numbers[1]), (numbers[3], numbers[5])] {
            let common = min(1, offset + scale) - max(-1, offset - scale)
            least = min(least, common / 2, common / 2 / scale)
        }
        return least
    }
}
