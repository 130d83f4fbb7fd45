/// Merges lines found in the reduced picture with those found at full size.
enum FineLines {
    /// The largest relative height of lines that a coarse line consists of.
    private static let smaller = 0.6
    /// The least share of a coarse line that several fine lines cover; strokes of a large letter cover less.
    private static let covering = 0.4

    /// Largest first. Small lines are found at full size, and large ones in the reduced picture. Where both overlap,
    /// the coarse line wins, unless it consists of several small lines.
    static func joined(_ coarse: [Rectangle], _ fine: [Rectangle]) -> [Rectangle] {
        var fine = fine
        let kept = coarse.filter { line in
            let inside = fine.filter { line.contains($0.middle) }
            // The coarse line is only a part of one that the tiles show.
            if inside.isEmpty, fine.contains(where: { $0.contains(line.middle) }) { return false }
            let area = inside.reduce(0) { $0 + $1.width * $1.height }
            let isSeveral =
                inside.count > 1 && area >= covering * line.width * line.height
                && inside.allSatisfy { min($0.width, $0.height) < smaller * min(line.width, line.height) }
            if !isSeveral { fine.removeAll { line.contains($0.middle) } }
            return !isSeveral
        }
        return (kept + fine).sorted { $0.width * $0.height > $1.width * $1.height }
    }
}
