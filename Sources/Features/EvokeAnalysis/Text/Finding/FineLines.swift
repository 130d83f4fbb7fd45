/// Lines that were found in the whole picture, made smaller, together with those that were found in its own size.
enum FineLines {
    /// What a line seen from afar consists of is so much less high.
    private static let smaller = 0.6
    /// Several lines that were one from afar cover so much of it. The strokes of a large letter cover less.
    private static let covering = 0.4

    /// The largest first. Small lines are seen in full size, and large ones from afar: where both have something in the
    /// same place, it is the one from afar, unless it consists of several small lines.
    static func joined(_ coarse: [Rectangle], _ fine: [Rectangle]) -> [Rectangle] {
        var fine = fine
        let kept = coarse.filter { line in
            let inside = fine.filter { line.contains($0.middle) }
            // Less of a line than the tiles show.
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
