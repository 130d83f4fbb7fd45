import EvokeValues

/// Splits lines that are too long for the recognizer at spaces between words.
enum LongLines {
    /// The largest ratio of width to height. The recognizer would squeeze longer lines and miss letters. Lines include
    /// half their height as margin.
    private static let longest = 36.0
    /// The longest piece, before extending it to a gap.
    private static let piece = 30.0
    /// How far to search for a gap in both directions, relative to the line's height.
    private static let reach = 2.0
    private static let gap = 0.25

    static func cut(_ lines: [Rectangle], in picture: Pixels) -> [Rectangle] {
        lines.flatMap { cut($0, in: picture) }
    }

    private static func cut(_ line: Rectangle, in picture: Pixels) -> [Rectangle] {
        // Rotated text stands on its end.
        let stands = line.height > line.width
        let level = stands ? line.turnedLeft : line
        guard level.width > longest * level.height else { return [line] }
        let count = Int(nearest: (level.width / (piece * level.height)).rounded(.up))
        let contrasts = contrasts(along: level, in: picture)
        let reach = Int(nearest: reach * level.height)
        let inner = (1..<count).map { number in
            let middle = number * contrasts.count / count
            return quietest(
                of: contrasts, in: max(1, middle - reach)..<min(contrasts.count, middle + reach), level.height)
        }
        let places = [0] + inner.map(Double.init) + [level.width]
        return zip(places, places.dropFirst()).compactMap { start, end in
            guard end - start >= 1 else { return nil }
            let piece = Rectangle(
                middle: level.point((start + end - level.width) / 2, 0), along: level.along, width: end - start,
                height: level.height)
            return stands ? piece.turnedRight : piece
        }
    }

    /// The middle of the widest stretch with the least contrast.
    private static func quietest(of contrasts: [Int], in range: Range<Int>, _ height: Double) -> Int {
        let half = max(1, Int(nearest: gap * height / 2))
        func noise(at place: Int) -> Int {
            contrasts[max(0, place - half)..<min(contrasts.count, place + half + 1)].reduce(0, +)
        }
        return range.min { noise(at: $0) < noise(at: $1) } ?? range.lowerBound
    }

    /// For each pixel along a line, the difference between the darkest and lightest pixel across it.
    private static func contrasts(along line: Rectangle, in picture: Pixels) -> [Int] {
        // Without the margin, into which adjacent lines may extend.
        let reach = Int(nearest: line.height / 3)
        return (0..<Int(nearest: line.width)).map { column in
            var (darkest, lightest) = (255, 0)
            for row in -reach...reach {
                let point = line.point(Double(column) + 0.5 - line.width / 2, Double(row))
                let x = min(max(Int(nearest: point.x.rounded(.down)), 0), picture.size.width - 1)
                let y = min(max(Int(nearest: point.y.rounded(.down)), 0), picture.size.height - 1)
                let green = Int(picture.bytes[3 * (y * picture.size.width + x) + 1])
                (darkest, lightest) = (min(darkest, green), max(lightest, green))
            }
            return lightest - darkest
        }
    }
}
