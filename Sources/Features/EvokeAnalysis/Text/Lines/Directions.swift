/// Determines the orientation of lines.
enum Directions {
    /// A line with a higher ratio of height to width stands on its end, as in PP-OCR's own code.
    private static let standing = 1.5

    /// Levels the lines: those that stand on their end, as text in a rotated picture does, are turned so that down
    /// becomes right. They may then be upside down.
    static func level(_ lines: [Rectangle]) -> [Rectangle] {
        func area(_ lines: [Rectangle]) -> Double { lines.reduce(0) { $0 + $1.width * $1.height } }
        let stand = lines.filter { $0.height >= standing * $0.width }
        let lie = lines.filter { $0.width >= standing * $0.height }
        // A short word may be as wide as it is high; it follows the others.
        let mostStand = area(stand) > area(lie)
        return lines.map { line in
            let stands = mostStand ? line.width < standing * line.height : line.height >= standing * line.width
            return stands ? line.turnedRight : line
        }
    }

    /// Which lines are upside down, based on likelihoods; an ambiguous line follows the others of its direction.
    static func upsideDown(_ lines: [(line: Rectangle, likelihood: Double)]) -> [Bool] {
        func mean(_ lines: [(line: Rectangle, likelihood: Double)]) -> Double {
            let weight = lines.reduce(0) { $0 + $1.line.width }
            return weight > 0 ? lines.reduce(0) { $0 + $1.line.width * $1.likelihood } / weight : 0
        }
        func isLevel(_ line: Rectangle) -> Bool { abs(line.along.x) > abs(line.along.y) }
        let level = mean(lines.filter { isLevel($0.line) })
        let standing = mean(lines.filter { !isLevel($0.line) })
        return lines.map { line, likelihood in
            switch likelihood {
            case ..<0.1: false
            case 0.9...: true
            default: (isLevel(line) ? level : standing) > 0.5
            }
        }
    }
}
