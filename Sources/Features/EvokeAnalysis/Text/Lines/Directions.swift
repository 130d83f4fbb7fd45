/// Which way round each line is read.
enum Directions {
    /// Higher for its width than this, a line stands on its end: so PP-OCR's own code has it.
    private static let standing = 1.5

    /// The lines laid level: those that stand on their end, as text in a picture that was turned does, are laid so that
    /// what pointed down points to the right. They may be upside down then.
    static func level(_ lines: [Rectangle]) -> [Rectangle] {
        func area(_ lines: [Rectangle]) -> Double { lines.reduce(0) { $0 + $1.width * $1.height } }
        let stand = lines.filter { $0.height >= standing * $0.width }
        let lie = lines.filter { $0.width >= standing * $0.height }
        // A short word is as wide as it is high, and goes with the others.
        let mostStand = area(stand) > area(lie)
        return lines.map { line in
            let stands = mostStand ? line.width < standing * line.height : line.height >= standing * line.width
            return stands ? line.turnedRight : line
        }
    }

    /// Which of the lines are upside down, by how likely each is to be: one that may be either goes with the others that
    /// run as it does.
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
