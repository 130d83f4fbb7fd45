import Evoke
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

/// What Prometheus reads, held against the grammar of its text form.
@Suite struct MetricsTests {
    @Test func saysWhatOperatorsNeed() async throws {
        let service = try await TestService(of: Album.three)
        for query in ["a", "a+dog", "sort:name"] { #expect(await service.get("/api/search?q=\(query)").status == 200) }
        #expect(await service.get("/api/search").status == 400)
        #expect(await service.get("/api/photos/99").status == 404)
        let answer = await service.get("/metrics")
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let metrics = try Metrics(answer)
        let wanted: [(String, Double?)] = [
            ("build_info{version=\"\(evokeVersion)\"}", 1), ("http_responses_total{code=\"200\"}", 3),
            ("http_responses_total{code=\"400\"}", 1), ("http_responses_total{code=\"404\"}", 1),
            ("search_duration_seconds_count", 3), ("search_duration_seconds_bucket{le=\"+Inf\"}", 3),
            ("library_up", 1), ("library_photos", 3), ("library_searchable_photos", 3),
            // A folder has no queue.
            ("indexing_state{state=\"idle\"}", 1), ("queue_photos{state=\"waiting\"}", nil),
        ]
        for (series, value) in wanted { #expect(metrics["evoke_" + series] == value, "\(series)") }
        let secrets = [service.folder.path.display, service.photos.display, ".png"]
        #expect(!secrets.contains { metrics.text.contains($0) })
        #expect(try Metrics(await service.get("/metrics"))["evoke_http_responses_total{code=\"200\"}"] == 4)
    }

    @Test func isForThoseWhoMayAsk() async throws {
        let token = Token.new()
        let service = try await TestService(of: Album.one, token: token)
        let known = [("Authorization", "Bearer \(token.text)")]
        for (headers, method, status) in [
            ([], "GET", 401), (known + [("Host", "evil.example")], "GET", 403), (known, "POST", 405),
            (known, "HEAD", 200),
        ] as [([(String, String)], String, Int)] {
            #expect(await service.get("/metrics", headers, method: method).status == status)
        }
    }

    @Test func aLibraryThatIsGoneIsSaidToBeDown() async throws {
        let service = try await TestService(of: Album.one)
        try service.folder.move("library", to: "elsewhere")
        let metrics = try Metrics(await service.get("/metrics"))
        #expect(metrics["evoke_library_up"] == 0 && metrics["evoke_library_photos"] == nil)
    }

    @Test func aWorkerShowsItsWorkAlone() async throws {
        struct Gone: Error {}
        let token = Token.new()
        let worker = WorkQueue.Worker(
            name: "a:1", model: "m", age: 1, silence: 99, isLost: true, claimed: 2, done: 7, photosAMinute: nil)
        let queue = WorkQueue(
            workers: [worker], models: [WorkQueue.Model(fingerprint: "m", waiting: 5)], claimed: 2, textsWaiting: 3,
            textsClaimed: 4, setAside: [])
        let service = WorkService(gate: Gate(names: [], token: token)) { queue }
        service.record(.encoding(done: 7, total: 12))
        service.record(.reading(done: 6, total: 9))
        service.record(.failed(EvokeError(.unreadable, doing: "read", subject: "/secret.jpg", reason: "no")))
        let known = [("Host", "localhost"), ("Authorization", "Bearer \(token.text)")]
        let metrics = try Metrics(await service.get("/metrics", known))
        for (series, value) in [
            ("worker_photos_total", 7), ("worker_failures_total", 1), ("queue_photos{state=\"waiting\"}", 5),
            ("queue_photos{state=\"claimed\"}", 2), ("worker_texts_total", 6),
            ("queue_texts{state=\"waiting\"}", 3), ("queue_texts{state=\"claimed\"}", 4),
            ("queue_workers{state=\"lost\"}", 1),
        ] as [(String, Double)] {
            #expect(metrics["evoke_" + series] == value, "\(series)")
        }
        #expect(!metrics.text.contains("secret"))
        for (target, headers, method, status) in [
            ("/metrics", [known[0]], "GET", 401), ("/metrics", [("Host", "evil.example"), known[1]], "GET", 403),
            ("/api/health", known, "GET", 404), ("/metrics", known, "DELETE", 405),
        ] {
            #expect(await service.get(target, headers, method: method).status == status, "\(target)")
        }

        let apart = WorkService(gate: Gate(names: [], token: nil)) { throw Gone() }
        let down = try Metrics(await apart.get("/metrics", [("Host", "localhost")]))
        #expect(down["evoke_library_up"] == 0 && down["evoke_worker_photos_total"] == 0)
    }

    /// However many ask, and however often.
    @Test func countsOnceInAWhile() async throws {
        let counted = Counted()
        let counting = Counting { await counted.next() }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await counting.value } }
            for try await value in group { #expect(value == 1) }
        }
        #expect(try await counting.value == 1)
    }

    @Test func labelsAreEscaped() throws {
        var text = MetricsText()
        text.add("a_total", .counter, "Of a.", MetricsText.Sample.counts("l", [("x\\\"\n", 2)]))
        #expect(try Metrics(Answer(text.response)).text.hasSuffix("a_total{l=\"x\\\\\\\"\\n\"} 2\n"))
    }
}

private actor Counted {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

extension WorkService {
    fileprivate func get(_ target: String, _ headers: [(String, String)], method: String = "GET") async -> Answer {
        let head = Request(
            method: method, target: target, headers: Headers(headers), way: .network(isEncrypted: false))
        switch admit(head) {
        case .refused(let response): return Answer(response)
        case .taken(let admitted): return Answer(await respond(to: admitted))
        }
    }
}

/// The text form, read strictly: each family once, with its help and its type before its samples.
private struct Metrics {
    struct Wrong: Error { let line: String }

    let text: String
    private var values: [String: Double] = [:]

    subscript(series: String) -> Double? { values[series] }

    init(_ answer: Answer) throws {
        text = String(decoding: answer.bytes, as: UTF8.self)
        guard answer.status == 200, text.hasSuffix("\n") else { throw Wrong(line: text) }
        var (family, kind, known) = ("", "", Set<String>())
        var buckets: [Double] = []
        for line in text.split(separator: "\n").map(String.init) {
            if let match = line.wholeMatch(of: /# HELP ([a-z_]+) [^\\]+/) {
                family = String(match.1)
                kind = ""
                guard known.insert(family).inserted else { throw Wrong(line: line) }
            } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
                guard match.1 == family, kind.isEmpty else { throw Wrong(line: line) }
                kind = String(match.2)
                guard (kind == "counter") == family.hasSuffix("_total") else { throw Wrong(line: line) }
            } else if let match = line.wholeMatch(
                of: /(([a-z_]+)(?:\{[a-z]+="(?:[^"\\]|\\\\|\\"|\\n)*"\})?) (-?[0-9.e+-]+|\+Inf)/)
            {
                let name = String(match.2)
                let isOfFamily =
                    kind == "histogram"
                    ? ["_bucket", "_sum", "_count"].contains { name == family + $0 } : name == family && !kind.isEmpty
                guard isOfFamily, let value = Double(match.3), values[String(match.1)] == nil else {
                    throw Wrong(line: line)
                }
                if name.hasSuffix("_bucket") { buckets.append(value) }
                values[String(match.1)] = value
            } else {
                throw Wrong(line: line)
            }
        }
        guard buckets == buckets.sorted() else { throw Wrong(line: "\(buckets)") }
    }
}
