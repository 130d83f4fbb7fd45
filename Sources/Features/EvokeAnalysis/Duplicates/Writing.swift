import EvokePorts
import EvokeValues

/// Compares text on pages and screens, and other details too small for fingerprints: matches two thumbnails part by
/// part.
enum Writing {
    /// A part extends this many pixels around its center in both directions.
    private static let reach = 3
    /// A piece of a line extends this many pixels to the left and right of its center.
    private static let lineReach = 7
    /// What noise and resaving cause in an empty part.
    private static let noise: Float = 49
    /// If both have something in a part, the share of it that is missing from the other when they differ: 0.45 was seen
    /// for different numbers of the same length, 0.38 for the same number in another size.
    private static let replacedShare: Float = 0.4
    /// The same for a part that is empty in one.
    private static let addedShare: Float = 0.5
    /// The height of a line of text that may have been added, including how far parts extend beyond it.
    private static let addedLine = 24
    /// For a line over other content, the least number of parts that differ, and the least extent.
    private static let leastAdded = (parts: 24, length: 20)
    /// Such a line is lighter or darker than everything below it: this share of its changes has the same direction.
    private static let oneWay: Float = 0.9
    /// The least correlation of ink along lines of the same letters. Lines of different letters reach 0.8, and so do
    /// pages of them that have something else in common.
    private static let leastInk: Float = 0.82
    /// With less ink, there is no evidence that two pages are the same.
    private static let leastParts = 24

    /// The least ratio of brightness between them.
    private static let leastGain: Float = 0.2
    /// Paper is lighter than this.
    private static let darkestPaper: Float = 128

    /// Whether both have the same text; false if there is no evidence.
    ///
    /// - Parameter mayBePage: whether only text may distinguish them from others.
    static func isSame(_ fingerprint: ThumbnailComparison, mayBePage: Bool) -> Bool {
        let (fit, side) = (fingerprint.fit, ThumbnailComparison.side)
        guard fit.gain >= leastGain else { return false }
        let (other, own) = fit.alikeAtEnds(fingerprint.first, fingerprint.second)
        // At a cropped edge, the last pixel is only half covered.
        let (columns, rows) = fit.frame.common(side: side, margin: reach + 2)
        let parts = Parts(own, other, across: reach, down: reach)
        var ink: [Int] = []
        var (replaced, added) = ([Int](), [Bool](repeating: false, count: side * side))
        for row in rows {
            for column in columns {
                let place = row * side + column
                let (spread, otherSpread, shared) = parts[place]
                let (high, low) = (max(spread, otherSpread), min(spread, otherSpread))
                if high > 2 * noise { ink.append(place) }
                let rest = high - max(shared, 0) * max(shared, 0) / (low + 1)
                if low > 2 * noise {
                    if rest > replacedShare * (high + noise) { replaced.append(place) }
                } else {
                    added[place] = rest > addedShare * (high + noise)
                }
            }
        }
        // Without text, fingerprints have decided, except for paper.
        guard ink.count >= leastParts else {
            return !mayBePage || own.mean < darkestPaper && other.mean < darkestPaper
        }
        guard hasOneInk(own, other, ink) else { return false }
        // The edge of what both have is as thin as their misalignment.
        let others =
            replaced
            + added.indices.filter { place in
                added[place] && [1, -1, side, -side].allSatisfy { added[place + $0] }
            }
        // For letters, that would be a lot.
        guard others.count > (mayBePage ? 0 : leastParts) else { return true }
        let lengths = [others.map { $0 / side }, others.map { $0 % side }].map { ($0.max() ?? 0) - ($0.min() ?? 0) }
        guard min(lengths[0], lengths[1]) < addedLine else { return false }
        // Looks for text written over something else rather than replacing it.
        guard !replaced.isEmpty else { return true }
        let isLine = others.count >= leastAdded.parts && max(lengths[0], lengths[1]) >= leastAdded.length
        return (isLine || !mayBePage) && goesOneWay(fit.rest, others)
    }

    /// Whether ink coincides along its lines; empty pages are all alike.
    private static func hasOneInk(_ plane: Plane, _ other: Plane, _ ink: [Int]) -> Bool {
        var saysSomething = false
        for (across, down) in [(lineReach, 0), (0, lineReach)] {
            let pieces = Parts(plane, other, across: across, down: down)
            var sums: (own: Float, others: Float, shared: Float) = (0, 0, 0)
            for place in ink {
                let piece = pieces[place]
                sums = (sums.own + piece.spread, sums.others + piece.otherSpread, sums.shared + piece.shared)
            }
            // A ruled line has no variation along it.
            guard max(sums.own, sums.others) > noise * Float(ink.count) else { continue }
            guard sums.shared >= leastInk * (sums.own * sums.others).squareRoot() else { return false }
            saysSomething = true
        }
        return saysSomething
    }

    private static func goesOneWay(_ rest: [Float], _ places: [Int]) -> Bool {
        let changes = places.map { rest[$0] }.filter { $0 * $0 > noise }
        return abs(changes.reduce(0, +)) >= oneWay * changes.reduce(0) { $0 + abs($1) }
    }
}

/// How much the pixels around each pixel of two planes differ, and how much of that is in both.
private struct Parts {
    private let means, others, squares, otherSquares, products: [Float]

    /// A part extends `across` pixels to the left and right, and `down` pixels up and down.
    init(_ plane: Plane, _ other: Plane, across: Int, down: Int) {
        func mean(_ values: [Float]) -> [Float] {
            let count = Float((2 * across + 1) * (2 * down + 1))
            var sums = Plane(values, side: plane.side)
            if across > 0 { sums = sums.overLines(reach: across, +) }
            if down > 0 { sums = sums.turned.overLines(reach: down, +).turned }
            return sums.values.map { $0 / count }
        }
        (means, others) = (mean(plane.values), mean(other.values))
        squares = mean(plane.values.map { $0 * $0 })
        otherSquares = mean(other.values.map { $0 * $0 })
        products = mean(zip(plane.values, other.values).map { $0 * $1 })
    }

    subscript(_ place: Int) -> (spread: Float, otherSpread: Float, shared: Float) {
        (
            max(squares[place] - means[place] * means[place], 0),
            max(otherSquares[place] - others[place] * others[place], 0),
            products[place] - means[place] * others[place]
        )
    }
}

extension PhotoFingerprint {
    /// As much as on pages and in windows.
    private static let leastOfOneLight = side * side / 3

    /// Whether much of it has nearly the same brightness, like paper and windows.
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
