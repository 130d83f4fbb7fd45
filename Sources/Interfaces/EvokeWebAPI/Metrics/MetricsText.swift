import EvokeValues

/// Prometheus's text format, version 0.0.4. Names and units follow its conventions.
struct MetricsText {
    enum Kind: String { case counter, gauge, histogram }

    struct Sample {
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        let value: Double
    }

    /// The path of the metrics.
    static let path = "/metrics"

    private var text = ""

    /// - Parameter help: a plain sentence.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(Self.text(of: sample.value))\n"
        }
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        add(name, kind, help, [Sample(value: Double(value))])
    }

    var response: Response {
        Response(
            headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store")],
            body: .bytes(Array(text.utf8)))
    }

    private static func text(of value: Double) -> String {
        if value == .infinity { return "+Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#).replacing("\n", with: #"\n"#)
    }
}

extension MetricsText.Sample {
    static func counts(_ label: String, _ counts: [(value: String, count: Int)]) -> [MetricsText.Sample] {
        counts.map { MetricsText.Sample(labels: [(label, $0.value)], value: Double($0.count)) }
    }
}
