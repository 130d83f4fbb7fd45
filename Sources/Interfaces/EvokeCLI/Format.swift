import EvokeValues

enum Format {
    /// "1 photo", "2 photos".
    static func count(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

    static func bytes(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1_000, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        return unit == 0 || value >= 100
            ? "\(Int(nearest: value.rounded(.down))) \(units[unit])" : "\((value * 10).rounded() / 10) \(units[unit])"
    }

    /// Parses "500MB" or "1.5 GB"; nil if it is not a size.
    static func parseBytes(_ text: String) -> Int64? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).trimmingPrefix(while: \.isWhitespace).uppercased()
        let powers = ["": 0, "B": 0, "K": 1, "KB": 1, "M": 2, "MB": 2, "G": 3, "GB": 3, "T": 4, "TB": 4]
        guard let value = Double(number), let power = powers[unit] else { return nil }
        let bytes = (0..<power).reduce(value) { bytes, _ in bytes * 1_000 }
        return bytes >= 1 && bytes < 1e15 ? Int64(nearest: bytes.rounded(.down)) : nil
    }

    /// "34%", of a share from 0 to 1.
    static func percent(_ share: Double) -> String { "\(Int(nearest: 100 * share))%" }

    static func duration(_ time: Duration) -> String {
        let milliseconds = time / .milliseconds(1)
        return milliseconds < 1_000
            ? "\((milliseconds * 10).rounded() / 10) ms" : "\((milliseconds / 10).rounded() / 100) s"
    }
}

/// Rows of a bar chart.
struct ScoreBars {
    private static let width = 24

    private let column: Int
    private let terminal: Terminal

    init(names: [String], _ terminal: Terminal) {
        column = names.map(\.count).max() ?? 0
        self.terminal = terminal
    }

    func row(_ name: String, _ score: Float) -> String {
        let score = min(max(0, score), 1)
        let filled = Int(nearest: Float(Self.width) * score)
        let bar =
            String(repeating: "█", count: filled) + terminal.dim(String(repeating: "░", count: Self.width - filled))
        let share = "\(Int(nearest: 100 * score))%"
        return "  " + name + String(repeating: " ", count: column - name.count + 2) + bar
            + String(repeating: " ", count: 5 - share.count) + share
    }
}
