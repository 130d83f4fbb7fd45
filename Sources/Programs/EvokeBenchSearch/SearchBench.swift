import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeVectorIndex

/// Times searches, one query at a time.
struct SearchBench {
    private let call: Call
    private let queries: [Embedding]
    private let truth: [[Int32]]
    private let model: ModelID
    private let clock = ContinuousClock()

    init(_ call: Call) throws {
        self.call = call
        queries = try call.queries()
        truth = try call.truth()
        model = call.model
    }

    func figures() async throws -> [(String, Double)] {
        let workers = SearchThreads(count: call.threads)
        let (opening, index) = try await time { try await VectorIndex.open(call.index, model: model, threads: workers) }
        _ = try await index.search([queries[0]], top: call.top, exactly: call.isExact)
        var (times, found): ([Double], [Int]) = ([], [])
        for (query, truth) in zip(queries, truth) {
            let (seconds, answer) = try await time {
                try await index.search([query], top: call.top, exactly: call.isExact)[0]
            }
            times.append(seconds)
            found.append(Set(truth).intersection(answer.map { Int32($0.id.value) }).count)
        }
        let memory = try peakMemory()
        var filtered: [(String, Double)] = []
        for (name, share) in [("0.1", 1_000), ("1", 100), ("10", 10), ("50", 2)] {
            filtered.append(("p50_of_\(name)_percent_ms", 1_000 * (try await filteredSearches(index, oneOf: share))))
        }
        let together = try await time { _ = try await index.search(queries, top: call.top, exactly: call.isExact) }.0
        let bytes = index.bytes
        let appending = try await append(to: index, workers)
        let sorted = times.sorted()
        return [
            ("count", Double(call.count)), ("dimensions", Double(call.dimensions)),
            ("p50_ms", 1_000 * sorted[sorted.count / 2]), ("p99_ms", 1_000 * sorted[sorted.count * 99 / 100]),
            ("recall", recall(found[...])), ("recall_text", recall(found[..<call.textQueries])),
            ("recall_photo", recall(found[call.textQueries...])), ("open_ms", 1_000 * opening),
            ("append_1000_ms", 1_000 * appending), ("bytes_per_vector", Double(bytes) / Double(call.count)),
            ("peak_rss_mb", memory),
        ] + filtered + [
            ("all_queries_together_ms_each", 1_000 * together / Double(queries.count)), ("make_s", call.secondsToMake),
        ]
    }

    /// Adds a thousand photos, until they are on disk and can be found.
    private func append(to index: VectorIndex, _ workers: SearchThreads) async throws -> Double {
        var random = SystemRandomNumberGenerator()
        let rows = (0..<1_000).map { _ in
            Embedding(
                normalizing: (0..<call.dimensions).map { _ in Float.random(in: -1...1, using: &random) },
                fingerprint: model.fingerprint)!
        }
        let halfFloats = rows.flatMap { $0.values.map { Float16($0) } }
        let ids = rows.indices.map { PhotoID(Int64(call.count + $0)) }
        let (seconds, last) = try await time {
            let writer = try VectorIndexWriter(appendingTo: index, at: call.index)
            try halfFloats.withUnsafeBufferPointer { try writer.append(ids, $0) }
            try writer.commit(VectorStamp(number: 2, token: 2))
            let later = try await VectorIndex.open(call.index, model: model, threads: workers, after: index)
            return try await later.search([rows[999]], top: 1)[0].first?.id
        }
        guard last == ids[999] else {
            throw EvokeError(.damaged, doing: "find", subject: "what was appended", reason: "it is not there")
        }
        return seconds
    }

    /// Searches limited to one photo in `share`.
    private func filteredSearches(_ index: VectorIndex, oneOf share: Int) async throws -> Double {
        let filter = index.filter(PhotoSet((0..<call.count).filter { $0 % share == 0 }.map { PhotoID(Int64($0)) }))
        var times: [Double] = []
        for query in queries {
            times.append(
                try await time {
                    _ = try await index.search([query], top: call.top, among: filter, exactly: call.isExact)
                }.0)
        }
        return times.sorted()[times.count / 2]
    }

    private func recall(_ found: ArraySlice<Int>) -> Double {
        Double(found.reduce(0, +)) / Double(max(1, found.count) * min(call.top, call.k, call.count))
    }

    /// The peak memory of this process so far, in megabytes.
    private func peakMemory() throws -> Double {
        let lines = String(decoding: try FileSystem.read(DiskPath("/proc/self/status")), as: UTF8.self).split(
            separator: "\n")
        let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ") ?? []
        return words.count > 1 ? (Double(words[1]) ?? 0) / 1_024 : 0
    }

    private func time<Result>(_ body: () async throws -> Result) async throws -> (Double, Result) {
        let started = clock.now
        let result = try await body()
        return ((clock.now - started) / .seconds(1), result)
    }
}

/// The arguments passed by 'evoke-bench search'.
struct Call {
    let index: DiskPath
    let set: DiskPath
    let count, dimensions, textQueries, k, top, threads: Int
    let secondsToMake: Double
    let isExact: Bool

    init?(_ words: ArraySlice<String>) {
        let words = Array(words)
        guard words.count == 10 else { return nil }
        let numbers = words[2..<8].compactMap(Int.init)
        guard numbers.count == 6, let seconds = Double(words[8]) else { return nil }
        index = DiskPath(words[0])
        set = DiskPath(words[1])
        (count, dimensions, textQueries) = (numbers[0], numbers[1], numbers[2])
        (k, top, threads) = (numbers[3], numbers[4], numbers[5])
        secondsToMake = seconds
        isExact = words[9] == "exactly"
    }

    var model: ModelID { ModelID(name: "bench", fingerprint: "bench", dimensions: dimensions) }

    /// The first `textQueries` are texts, the rest photos.
    func queries() throws -> [Embedding] {
        let values: [Float] = try numbers(in: "queries.f32")
        return stride(from: 0, to: values.count, by: dimensions).compactMap {
            Embedding(normalizing: Array(values[$0..<$0 + dimensions]), fingerprint: model.fingerprint)
        }
    }

    /// For each query, the numbers of the nearest, best first.
    func truth() throws -> [[Int32]] {
        let nearest: [Int32] = try numbers(in: "truth.i32")
        return stride(from: 0, to: nearest.count, by: k).map { Array(nearest[$0..<$0 + min(k, top)]) }
    }

    private func numbers<Number>(in name: String) throws(EvokeError) -> [Number] {
        let bytes = try FileSystem.read(set.appending(name))
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Number.self)) }
    }
}
