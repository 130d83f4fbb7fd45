/// Numbers as people read them.
enum Amount {
    static func ofBytes(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1_000, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        return unit == 0 || value >= 100
            ? "\(Int(value)) \(units[unit])" : "\((value * 10).rounded() / 10) \(units[unit])"
    }

    static func ofTime(_ time: Duration) -> String {
        let milliseconds = time / .milliseconds(1)
        return milliseconds < 1_000
            ? "\((milliseconds * 10).rounded() / 10) ms" : "\((milliseconds / 10).rounded() / 100) s"
    }
}
