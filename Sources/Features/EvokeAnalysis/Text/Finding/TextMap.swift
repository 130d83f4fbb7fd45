import EvokeValues

/// The detector's output: the likelihood of text for each pixel of its input.
struct TextMap {
    let width, height: Int
    private(set) var likelihoods: [Float]

    init(width: Int, height: Int, likelihoods: [Float]) {
        (self.width, self.height, self.likelihoods) = (width, height, likelihoods)
    }

    /// A map without text.
    init(_ size: PixelSize) {
        self.init(
            width: size.width, height: size.height,
            likelihoods: [Float](repeating: 0, count: size.width * size.height))
    }

    /// Copies a part of another map whose pixels correspond to the part `seen` of this one.
    mutating func take(_ part: Part, of other: TextMap, at seen: Part) {
        for row in part.rows {
            let start = (row - seen.rows.lowerBound) * other.width - seen.columns.lowerBound
            for column in part.columns { likelihoods[row * width + column] = other.likelihoods[start + column] }
        }
    }

    /// The thresholds of PP-OCR's own code.
    private static let text: Float = 0.3
    private static let line: Float = 0.5
    private static let maybeText: Float = 0.2
    /// A lower threshold for regions that may contain text.
    private static let faintText: Float = 0.1
    private static let unclipping = 1.6
    private static let leastSide = 3.0

    /// The margin around possible text that the detector needs to see where a line ends.
    private static let surroundings = 24.0

    /// The part that contains everything that may be text, with a margin; nil if there is none.
    var maybeText: Part? {
        guard likelihoods.contains(where: { $0 > Self.maybeText }) else { return nil }
        var (left, right) = (Double.infinity, -Double.infinity)
        var (top, bottom) = (left, right)
        for piece in pieces(above: Self.faintText) {
            // A line extends beyond what the detector marks by up to this much on each side.
            let height = Rectangle(around: convexHull(of: piece.edge)).map { min($0.width, $0.height) } ?? 0
            let margin = height + Self.surroundings
            for point in piece.edge {
                (left, right) = (min(left, point.x - margin), max(right, point.x + margin))
                (top, bottom) = (min(top, point.y - margin), max(bottom, point.y + margin))
            }
        }
        return Part(columns: range([left, right], below: width), rows: range([top, bottom], below: height))
    }

    /// The height of a line whose letters can still be seen in a reduced picture.
    private static let smallLine = 36.0
    /// This many lines are text, not things that resemble it.
    private static let fewLines = 4

    /// Whether there are several lines of small letters.
    var hasSmallText: Bool {
        let lines = lines(atMost: 50).map { (long: max($0.width, $0.height), short: min($0.width, $0.height)) }
        return lines.count { $0.short <= Self.smallLine && $0.long >= 2 * $0.short } >= Self.fewLines
    }

    /// The lines of text, largest first: connected regions as rectangles, expanded to undo the shrinking in training.
    func lines(atMost count: Int) -> [Rectangle] {
        let largest = pieces(above: Self.text).sorted { $0.size > $1.size }.prefix(4 * count)
        return Array(largest.lazy.compactMap(line).prefix(count))
    }

    private func line(of piece: Piece) -> Rectangle? {
        guard let tight = Rectangle(around: convexHull(of: piece.edge)),
            min(tight.width, tight.height) >= Self.leastSide, meanLikelihood(in: tight) >= Self.line
        else { return nil }
        let distance = tight.width * tight.height * Self.unclipping / (2 * (tight.width + tight.height))
        return tight.grown(by: distance)
    }

    private struct Piece {
        var size = 0
        /// The first and last pixel of each row, which include all corners of the convex hull.
        var edge: [PlanePoint] = []
    }

    /// Connected regions of pixels above the threshold, extended by one pixel to the right and down.
    private func pieces(above bound: Float) -> [Piece] {
        var isText = [Bool](repeating: false, count: width * height)
        for row in 0..<height {
            for column in 0..<width where likelihoods[row * width + column] > bound {
                for place in [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
                where place.0 < height && place.1 < width {
                    isText[place.0 * width + place.1] = true
                }
            }
        }
        var runs = Runs()
        for row in 0..<height {
            runs.beginRow()
            var column = 0
            while column < width {
                guard isText[row * width + column] else {
                    column += 1
                    continue
                }
                let start = column
                while column < width, isText[row * width + column] { column += 1 }
                runs.add(row, start..<column)
            }
        }
        return runs.groups().map { runs in
            var piece = Piece()
            for run in runs {
                piece.size += run.columns.count
                piece.edge.append(PlanePoint(Double(run.columns.lowerBound), Double(run.row)))
                piece.edge.append(PlanePoint(Double(run.columns.upperBound - 1), Double(run.row)))
            }
            return piece
        }
    }

    private func meanLikelihood(in rectangle: Rectangle) -> Float {
        let corners = rectangle.corners
        let rows = range(corners.map(\.y), below: height)
        var (sum, count): (Float, Float) = (0, 0)
        for row in rows {
            for column in range(columns(of: corners, at: Double(row)), below: width) {
                sum += likelihoods[row * width + column]
                count += 1
            }
        }
        return count > 0 ? sum / count : 0
    }

    /// Where the sides of a shape cross a row.
    private func columns(of corners: [PlanePoint], at row: Double) -> [Double] {
        corners.indices.flatMap { index -> [Double] in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            guard min(a.y, b.y) <= row + 0.5, row - 0.5 <= max(a.y, b.y) else { return [] }
            if a.y == b.y { return [a.x, b.x] }
            let share = min(1, max(0, (row - a.y) / (b.y - a.y)))
            return [a.x + share * (b.x - a.x)]
        }
    }

    private func range(_ values: [Double], below limit: Int) -> Range<Int> {
        guard let least = values.min(), let most = values.max() else { return 0..<0 }
        let first = max(0, Int(nearest: least.rounded(.down)))
        return first..<max(first, min(limit, Int(nearest: most.rounded(.up)) + 1))
    }
}

/// Runs of adjacent pixels in a row, connected to those of the previous row.
private struct Runs {
    struct Run {
        let row: Int
        let columns: Range<Int>
    }

    private var runs: [Run] = []
    /// The run that each is connected to: an earlier one or itself.
    private var roots: [Int] = []
    private var above = 0..<0

    mutating func beginRow() { above = above.upperBound..<runs.count }

    mutating func add(_ row: Int, _ columns: Range<Int>) {
        let own = runs.count
        runs.append(Run(row: row, columns: columns))
        roots.append(own)
        for index in above {
            let other = runs[index].columns
            if other.lowerBound > columns.upperBound { break }
            // Diagonal contact counts.
            if other.lowerBound <= columns.upperBound, columns.lowerBound <= other.upperBound { join(own, index) }
        }
    }

    mutating func groups() -> [[Run]] {
        var groups: [Int: [Run]] = [:]
        for index in runs.indices { groups[root(of: index), default: []].append(runs[index]) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func root(of index: Int) -> Int {
        var index = index
        while roots[index] != index {
            roots[index] = roots[roots[index]]
            index = roots[index]
        }
        return index
    }

    private mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (root(of: a), root(of: b))
        roots[max(a, b)] = min(a, b)
    }
}
