import EvokeValues

/// What is written on pages and screens: letters are too small for looks, so two thumbnails are held against each other,
/// part by part.
enum Writing {
    /// So many pixels a side are compared.
    private static let side = 256
    /// A part is so many pixels around each pixel, in both directions.
    private static let reach = 3
    /// What noise and another saving make of an empty part.
    private static let noise: Float = 49
    /// A part of which so much is not in the other shows something else.
    private static let otherShare: Float = 0.5
    /// One line of text may have been added: it is so high, with what parts reach beyond it.
    private static let addedLine = 24

    private static let farthest = 2 / Float(PhotoLook.side)

    /// - Parameters:
    ///   - turn: what the second has to be turned by.
    ///   - frame: where the second lies in the first, as far as looks say it.
    static func isSame(_ first: Pixels, _ second: Pixels, _ turn: Turn, from frame: Frame) -> Bool {
        let planes = [first, second].map { Plane(PhotoLook.light(of: $0, side: side), side: side) }
        let turned = Plane(turn.square(planes[1].values, side: side), side: side)
        guard
            let near = Alignment(planes[0].halved, turned.halved, from: frame, freedom: Frame.level, steps: 3),
            let fit = Alignment(planes[0], turned, from: near.frame, freedom: Frame.level, steps: 3)
        else { return false }
        // Looks say it to a pixel of theirs. On a page with hardly anything on it, a fit to something else goes astray.
        let change = fit.frame.numbers - frame.numbers
        guard (0..<6).allSatisfy({ abs(change[$0]) < farthest }) else { return false }
        return isSame(turned, in: planes[0], fit.frame)
    }

    private static func isSame(_ plane: Plane, in first: Plane, _ frame: Frame) -> Bool {
        let other = first.seen(through: frame)
        let (means, others) = (mean(plane.values), mean(other.values))
        let squares = mean(plane.values.map { $0 * $0 })
        let otherSquares = mean(other.values.map { $0 * $0 })
        let products = mean(zip(plane.values, other.values).map { $0 * $1 })
        var (highest, lowest) = (side, 0)
        let (columns, rows) = (common(frame.numbers[0], frame.numbers[1]), common(frame.numbers[3], frame.numbers[5]))
        for row in rows {
            for column in columns {
                let place = row * side + column
                let spread = max(squares[place] - means[place] * means[place], 0)
                let otherSpread = max(otherSquares[place] - others[place] * others[place], 0)
                let shared = max(products[place] - means[place] * others[place], 0)
                let (high, low) = (max(spread, otherSpread), min(spread, otherSpread))
                guard high - shared * shared / (low + 1) > otherShare * (high + noise) else { continue }
                // Both have something there, and not the same.
                if low > 2 * noise { return false }
                (highest, lowest) = (min(highest, row), max(lowest, row))
            }
        }
        return lowest - highest < addedLine
    }

    /// The pixels of the second, in one direction, around which all are in the first, too.
    private static func common(_ offset: Float, _ scale: Float) -> Range<Int> {
        let half = Float(side) / 2
        let (begin, end) = (((-1 - offset) / scale + 1) * half, ((1 - offset) / scale + 1) * half)
        let first = max(Int(nearest: begin.rounded(.up)), 0) + reach
        let last = min(Int(nearest: end.rounded(.down)), side) - reach
        return first..<max(first, last)
    }

    /// Of each pixel and those around it; 0 at the edges.
    private static func mean(_ values: [Float]) -> [Float] {
        let width = Float((2 * reach + 1) * (2 * reach + 1))
        let sums = Plane(values, side: side).overLines(reach: reach, +).turned.overLines(reach: reach, +).turned
        return sums.values.map { $0 / width }
    }
}

extension PhotoLook {
    /// As much of it as of paper and of windows.
    private static let leastOfOneLight = side * side / 3

    /// Whether much of it is of nearly one lightness, as paper and windows are.
    var isMostlyOneLight: Bool {
        var counts = [Int](repeating: 0, count: 256 + 8)
        for value in light { counts[Int(value) + 4] += 1 }
        return (0..<256).contains { counts[$0..<$0 + 9].reduce(0, +) >= Self.leastOfOneLight }
    }
}

extension PixelSize {
    /// Smaller and narrower pictures are drawings and signs.
    private static let leastOfPages = (width: 200, length: 320)

    var mayHaveWriting: Bool {
        min(width, height) >= Self.leastOfPages.width && max(width, height) >= Self.leastOfPages.length
    }
}
