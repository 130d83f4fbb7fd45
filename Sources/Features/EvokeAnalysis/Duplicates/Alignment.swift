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
            guard frame.isPlausible, fit.look(through: frame), fit.common >= leastCommon else { return nil }
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
