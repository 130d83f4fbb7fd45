import EvokeValues

/// Prints one line of JSON for each benchmark.
enum Figures {
    static func percentiles(_ seconds: [Double]) -> [String: Double] {
        let sorted = seconds.sorted().map { 1_000 * $0 }
        var figures = ["min_ms": sorted[0], "p50_ms": sorted[sorted.count / 2], "max_ms": sorted[sorted.count - 1]]
        // With fewer, it would be the maximum.
        if sorted.count > 100 { figures["p99_ms"] = sorted[sorted.count * 99 / 100] }
        return figures
    }

    static func show(_ name: String, of model: String? = nil, _ figures: [String: Double], precision: Precision? = nil)
    {
        let words = [("model", model), ("precision", precision?.rawValue)].compactMap { key, value in
            value.map { "\"\(key)\": \"\($0)\"" }
        }
        let numbers = figures.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \(($0.value * 100).rounded() / 100)" }
        print("{\"name\": \"\(name)\", \((words + numbers).joined(separator: ", "))}")
    }
}
