/// Guesses the intended word for a mistyped one.
package enum Spelling {
    package static func nearest(to word: String, among known: [String]) -> String? {
        let ranked = known.map { (name: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.utf8.count / 3) ? best.name : nil
    }

    /// The number of insertions, deletions, replacements and swaps of neighbors that turn one into the other.
    package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var rows = [Array(0...right.count)]
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                var best = min(
                    rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, rows[i - 2][j - 2] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
