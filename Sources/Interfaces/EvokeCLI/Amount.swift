import EvokeValues

/// Numbers as people read them.
enum Amount {
    /// "1 photo", "2 photos".
    static func of(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

    static func ofBytes(_ bytes: Int64) -> String {
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

    /// Of a number with its unit, as people write it: "500MB", "1.5 GB"; nil for what is none.
    static func bytes(_ text: String) -> Int64? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).trimmingPrefix(while: \.isWhitespace).uppercased()
        let powers = ["": 0, "B": 0, "K": 1, "KB": 1, "M": 2, "MB": 2, "G": 3, "GB": 3, "T": 4, "TB": 4]
        guard let value = Double(number), let power = powers[unit] else { return nil }
        let bytes = (0..<power).reduce(value) { bytes, _ in bytes * 1_000 }
        return bytes >= 1 && bytes < 1e15 ? Int64(nearest: bytes.rounded(.down)) : nil
    }

    /// Of a share from 0 to 1: "34 %".
    static func percent(_ share: Double) -> String { "\(Int(nearest: 100 * share)) %" }

    static func ofTime(_ time: Duration) -> String {
        let milliseconds = time / .milliseconds(1)
        return milliseconds < 1_000
            ? "\((milliseconds * 10).rounded() / 10) ms" : "\((milliseconds / 10).rounded() / 100) s"
    }
}
