import Evoke
import EvokePorts
import EvokeValues
import EvokeWorkers

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

extension MetricsText {
    mutating func addBuild() {
        add("evoke_build_info", .gauge, "Version of Evoke.", [Sample(labels: [("version", evokeVersion)], value: 1)])
    }

    /// If nil, the library cannot be reached, and only that is reported.
    mutating func add(_ counts: (library: LibraryOverview, queue: WorkQueue?)?) {
        add("evoke_library_up", .gauge, "Whether the library can be read.", counts == nil ? 0 : 1)
        guard let (library, queue) = counts else { return }
        add("evoke_library_photos", .gauge, "Photos in the library.", library.summary.photos)
        add("evoke_library_searchable_photos", .gauge, "Photos with a vector of the model in use.", library.searchable)
        add("evoke_library_failed_photos", .gauge, "Photos that could not be read.", library.summary.failed)
        add("evoke_library_missing_photos", .gauge, "Photos whose files were not found.", library.summary.missing)
        if let searched = library.people?.searched {
            add(
                "evoke_library_faces_waiting_photos", .gauge, "Photos not yet searched for faces.",
                library.summary.photos - searched)
        }
        if let queue { add(queue) }
    }

    mutating func add(lag: Duration) {
        add(
            "evoke_library_lag_seconds", .gauge, "Upper bound for how far searches are behind the database.",
            [Sample(value: lag / .seconds(1))])
    }

    mutating func add(_ queue: WorkQueue) {
        add(
            "evoke_queue_photos", .gauge, "Photos in the queue: waiting, claimed by workers, or set aside for good.",
            Sample.counts(
                "state", [("waiting", queue.waiting), ("claimed", queue.claimed), ("set_aside", queue.setAside.count)]))
        add(
            "evoke_queue_texts", .gauge, "Photos whose text is waiting to be read or being read.",
            Sample.counts("state", [("waiting", queue.textsWaiting), ("claimed", queue.textsClaimed)]))
        let lost = queue.workers.count(where: \.isLost)
        add(
            "evoke_queue_workers", .gauge, "Workers by state: active or lost.",
            Sample.counts("state", [("active", queue.workers.count - lost), ("lost", lost)]))
    }

    mutating func add(_ indexing: IndexingProgress) {
        add(
            "evoke_indexing_state", .gauge, "State of indexing: 1 for the current one.",
            Sample.counts(
                "state", IndexingProgress.State.allCases.map { ($0.rawValue, indexing.state == $0 ? 1 : 0) }))
        add(
            "evoke_indexing_last_run_failed", .gauge, "Whether the last indexing run stopped before it was done.",
            indexing.error == nil ? 0 : 1)
    }
}

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
        text.add("evoke_search_duration_seconds", .histogram, "Duration of answered searches.", samples)
    }
}

/// Counts at most once per interval, however many ask: counting a library of millions takes time.
actor Counting<Value: Sendable> {
    private let count: @Sendable () async throws -> Value
    private var last: (value: Value, at: ContinuousClock.Instant)?
    private var running: Task<Value, any Error>?

    init(_ count: @escaping @Sendable () async throws -> Value) {
        self.count = count
    }

    var value: Value {
        get async throws {
            if let last, .now - last.at < pauseOfCounting { return last.value }
            if let running { return try await running.value }
            let task = Task { try await count() }
            running = task
            defer { running = nil }
            let value = try await task.value
            last = (value, .now)
            return value
        }
    }
}

/// Shorter than the usual interval of Prometheus.
private let pauseOfCounting = Duration.seconds(10)
