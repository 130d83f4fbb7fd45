import Evoke
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

/// What Prometheus reads, held against the grammar of its text form.
@Suite struct MetricsTests {
    @Test func saysWhatOperatorsNeed() async throws {
        let service = try await TestService()
        for query in ["a", "a+dog", "sort:name"] { #expect(await service.get("/api/search?q=\(query)").status == 200) }
        #expect(await service.get("/api/search").status == 400)
        #expect(await service.get("/api/photos/99").status == 404)
        let answer = await service.get("/metrics")
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let metrics = try Metrics(answer)
        #expect(metrics["evoke_build_info{version=\"\(evokeVersion)\"}"] == 1)
        #expect(metrics["evoke_http_responses_total{code=\"200\"}"] == 3)
        #expect(metrics["evoke_http_responses_total{code=\"400\"}"] == 1)
        #expect(metrics["evoke_http_responses_total{code=\"404\"}"] == 1)
        #expect(metrics["evoke_search_duration_seconds_count"] == 3)
        #expect(metrics["evoke_search_duration_seconds_bucket{le=\"+Inf\"}"] == 3)
        #expect(metrics["evoke_library_up"] == 1)
        #expect(metrics["evoke_library_photos"] == 3 && metrics["evoke_library_searchable_photos"] == 3)
        #expect(metrics["evoke_indexing_state{state=\"idle\"}"] == 1)
        #expect(metrics["evoke_queue_photos{state=\"waiting\"}"] == nil, "a folder has no queue")
        #expect(!metrics.text.contains(service.folder.path.display) && !metrics.text.contains(".png"))
        #expect(try Metrics(await service.get("/metrics"))["evoke_http_responses_total{code=\"200\"}"] == 4)
    }

    @Test func isForThoseWhoMayAsk() async throws {
        let token = Token.new()
        let service = try await TestService(token: token, pictures: 1)
        let known = [("Authorization", "Bearer \(token.text)")]
        #expect(await service.get("/metrics").status == 401)
        #expect(await service.get("/metrics", known + [("Host", "evil.example")]).status == 403)
        #expect(await service.get("/metrics", known, method: "POST").status == 405)
        #expect(await service.get("/metrics", known, method: "HEAD").status == 200)
    }

    @Test func aLibraryThatIsGoneIsSaidToBeDown() async throws {
        let service = try await TestService(pictures: 1)
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
        service.note(.encoding(done: 7, total: 12))
        service.note(.reading(done: 6, total: 9))
        service.note(.failed(EvokeError(.unreadable, doing: "read", subject: "/secret.jpg", reason: "no")))
        let known = [("Host", "localhost"), ("Authorization", "Bearer \(token.text)")]
        let metrics = try Metrics(await service.get("/metrics", known))
        #expect(metrics["evoke_worker_photos_total"] == 7 && metrics["evoke_worker_failures_total"] == 1)
        #expect(metrics["evoke_queue_photos{state=\"waiting\"}"] == 5)
        #expect(metrics["evoke_queue_photos{state=\"claimed\"}"] == 2)
        #expect(metrics["evoke_worker_texts_total"] == 6)
        #expect(metrics["evoke_queue_texts{state=\"waiting\"}"] == 3)
        #expect(metrics["evoke_queue_texts{state=\"claimed\"}"] == 4)
        #expect(metrics["evoke_queue_workers{state=\"lost\"}"] == 1 && !metrics.text.contains("secret"))
        #expect(await service.get("/metrics", [("Host", "localhost")]).status == 401)
        #expect(await service.get("/metrics", [("Host", "evil.example")] + known.dropFirst()).status == 403)
        #expect(await service.get("/api/health", known).status == 404)
        #expect(await service.get("/metrics", known, method: "DELETE").status == 405)

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
