import EvokeValues

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
