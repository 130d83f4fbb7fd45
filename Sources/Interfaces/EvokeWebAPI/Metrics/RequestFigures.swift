import EvokeWorkers

/// Counts responses.
final class RequestFigures: Sendable {
    private struct Counts {
        var responses: [Int: Int] = [:]
        /// The number up to each bound, and above the last one.
        var searches = [Int](repeating: 0, count: RequestFigures.bounds.count + 1)
        var seconds = 0.0
    }

    /// In seconds.
    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let counts = Locked(Counts())

    func record(_ response: Response) {
        counts.withLock { $0.responses[response.status, default: 0] += 1 }
    }

    /// Counts an answered search.
    func recordSearch(of duration: Duration) {
        let seconds = duration / .seconds(1)
        let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts.withLock {
            $0.searches[place] += 1
            $0.seconds += seconds
        }
    }

    func add(to text: inout MetricsText) {
        let counts = counts.withLock { $0 }
        text.add(
            "evoke_http_responses_total", .counter, "Responses by status.",
            MetricsText.Sample.counts(
                "code", counts.responses.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) }))
        var upTo = 0
        var samples = zip(Self.bounds + [.infinity], counts.searches).map { bound, count in
            upTo += count
            let label = bound == .infinity ? "+Inf" : "\(bound)"
            return MetricsText.Sample(suffix: "_bucket", labels: [("le", label)], value: Double(upTo))
        }
        samples += [
            MetricsText.Sample(suffix: "_sum", value: counts.seconds),
            MetricsText.Sample(suffix: "_count", value: Double(upTo)),
        ]
        text.add(
            "evoke_search_duration_seconds", .histogram, "Duration of answered searches.", samples)
    }
}
