import EvokeValues

/// What is written on pages and screens, and other things that are too small for looks: two thumbnails are held against
/// each other, part by part.
enum Writing {
    /// A part is so many pixels around each pixel, in both directions.
    private static let reach = 3
    /// A piece of a line of text is so many pixels on both sides of each pixel.
    private static let lineReach = 7
    /// What noise and another saving make of an empty part.
    private static let noise: Float = 49
    /// Of a part in which both have something, so much is not in the other where that is something else: of numbers of the
    /// same length it has been 0.45, and of the same ones in another size 0.38.
    private static let replacedShare: Float = 0.4
    /// The same of a part in which one has nothing.
    private static let addedShare: Float = 0.5
    /// One line of text may have been added: it is so high, with what parts reach beyond it.
    private static let addedLine = 24
    /// Of a line over what else is there, at least so many parts are others, and they reach so far.
    private static let leastAdded = (parts: 24, length: 20)
    /// Such a line is lighter than all below it, or darker: so much of what it changes goes one way.
    private static let oneWay: Float = 0.9
    /// Ink of the same letters correlates so well along its lines. Lines of other letters do up to 0.8, and pages of them
    /// where something else is the same.
    private static let leastInk: Float = 0.82
    /// With less ink, nothing says that two pages are the same.
    private static let leastParts = 24

    /// One is no lighter and no darker than so many times the other.
    private static let leastGain: Float = 0.2
    /// Paper is lighter.
    private static let darkestPaper: Float = 128

    /// Whether both say the same; false where nothing tells it.
    ///
    /// - Parameter mayBePage: whether letters may be all that tells both apart from others.
    static func isSame(_ fingerprint: ThumbnailComparison, mayBePage: Bool) -> Bool {
        let (fit, side) = (fingerprint.fit, ThumbnailComparison.side)
        guard fit.gain >= leastGain else { return false }
        let (other, own) = fit.alikeAtEnds(fingerprint.first, fingerprint.second)
        // At a cut edge, the last pixel is half of what was there.
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
        // Where nothing is written, looks have said what there is to say, but of paper.
        guard ink.count >= leastParts else {
            return !mayBePage || mean(own) < darkestPaper && mean(other) < darkestPaper
        }
        guard hasOneInk(own, other, ink) else { return false }
        // The edge of what both have is as thin as it is far off.
        let others =
            replaced
            + added.indices.filter { place in
                added[place] && [1, -1, side, -side].allSatisfy { added[place + $0] }
            }
        // Of a letter, that would be much.
        guard others.count > (mayBePage ? 0 : leastParts) else { return true }
        let lengths = [others.map { $0 / side }, others.map { $0 % side }].map { ($0.max() ?? 0) - ($0.min() ?? 0) }
        guard min(lengths[0], lengths[1]) < addedLine else { return false }
        // What was written over something else, rather than in its place.
        guard !replaced.isEmpty else { return true }
        let isLine = others.count >= leastAdded.parts && max(lengths[0], lengths[1]) >= leastAdded.length
        return (isLine || !mayBePage) && goesOneWay(fit.rest, others)
    }

    private static func mean(_ plane: Plane) -> Float { plane.values.reduce(0, +) / Float(plane.values.count) }

    /// Whether ink is where ink is along its lines: an empty page is much like another.
    private static func hasOneInk(_ plane: Plane, _ other: Plane, _ ink: [Int]) -> Bool {
        var saysSomething = false
        for (across, down) in [(lineReach, 0), (0, lineReach)] {
            let pieces = Parts(plane, other, across: across, down: down)
            var sums: (own: Float, others: Float, shared: Float) = (0, 0, 0)
            for place in ink {
                let piece = pieces[place]
                sums = (sums.own + piece.spread, sums.others + piece.otherSpread, sums.shared + piece.shared)
            }
            // A ruled line has nothing along it.
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

/// How much the pixels around each pixel of two planes differ from each other, and how much of that is in both.
private struct Parts {
    private let means, others, squares, otherSquares, products: [Float]

    /// - Parameters:
    ///   - across: how many pixels on both sides of each are of its part.
    ///   - down: how many above it and below it.
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
