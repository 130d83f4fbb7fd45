import EvokeTestSupport
import EvokeValues
import Testing

@testable import FetchCurl

/// What a server can answer instead of the file, and what is made of it.
@Suite(.serialized) struct RefusalTests {
    @Test func someAreFinal() async throws {
        let fetching = try Fetching()
        for (status, kind) in [
            (400, .unreachable), (401, .notAllowed), (403, .notAllowed), (404, .notFound), (410, .notFound),
            (204, .unreachable), (304, .unreachable), (451, .unreachable),
        ] as [(Int, EvokeError.Kind)] {
            let target = "/org/m/resolve/main/model.onnx?status=\(status)"
            let error = try #require(await fetching.failure(target))
            #expect(error.kind == kind && error.cause?.domain == "http" && error.cause?.code == status)
            #expect(!error.remedies.isEmpty && error.reason.contains("\(status)") && !"\(error)".contains("\u{1B}"))
            #expect(try fetching.requests().count { $0.target.hasSuffix("=\(status)") } == 1)
        }
    }

    @Test func gatedModelsSayWhatToDo() async throws {
        let fetching = try Fetching()
        let target = "/org/m/resolve/main/model.onnx?gated"
        let without = try #require(await fetching.failure(target))
        #expect(without.kind == .notAllowed && without.reason.contains("license") && without.remedy.contains("token"))
        let other = try #require(await fetching.failure(target, token: "bad"))
        #expect(other.kind == .notAllowed && other.reason != without.reason)
        try await fetching.fetch(target, token: "good")
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func someArePassing() async throws {
        let fetching = try Fetching()
        for (place, status) in [408, 429, 500, 502, 503, 504].enumerated() {
            try await fetching.fetch("/plain/org/m/model.onnx?status=\(status)&times=3")
            #expect(fetching.setbacks.count == 3 * (place + 1), "\(status)")
        }
    }

    @Test func notForEver() async throws {
        let fetching = try Fetching()
        #expect(await fetching.failure("/plain/org/m/model.onnx?status=500")?.kind == .unreachable)
        #expect(try fetching.requests().count == 4)
    }

    @Test(arguments: ["90000", "Fri%2C%2031%20Dec%202100%2023:59:59%20GMT"])
    func theServerSaysWhen(_ date: String) async throws {
        let (asked, other) = (try Fetching(), try Fetching())
        var limits = Fetching.limits
        limits.longestAskedWait = .seconds(100_000)
        let task = Task {
            try await asked.fetch(
                asked.wanted("/plain/org/m/model.onnx?status=503&retry-after=\(date)"),
                by: asked.fetcher(limits: limits))
        }
        try await wait(for: "the refusal") { !asked.setbacks.isEmpty }
        // One that is told no time has tried as often as it may by then.
        #expect(await other.failure("/plain/org/m/model.onnx?status=503")?.kind == .unreachable)
        #expect(try asked.requests().count == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: ["drop", "silent"])
    func noAnswerIsASetback(_ trouble: String) async throws {
        let fetching = try Fetching()
        var limits = Fetching.limits
        limits.patience = 1
        try await fetching.fetch(
            fetching.wanted("/plain/org/m/model.onnx?\(trouble)&times=1"), by: fetching.fetcher(limits: limits))
        #expect(try fetching.fetched() == Fetching.large && fetching.setbacks.count == 1)
    }

    @Test func nobodyThereIsASetback() async throws {
        let fetching = try Fetching()
        let error = await fetching.failure("http://127.0.0.1:1/model.onnx")
        #expect(error?.kind == .unreachable && fetching.setbacks.count == 3)
    }

    /// A trickle is not waited for; what it brought is kept.
    @Test func aTrickleIsBrokenOff() async throws {
        let fetching = try Fetching()
        var limits = Fetching.limits
        limits.patience = 2
        limits.slowest = 50_000
        try await fetching.fetch(
            fetching.wanted("/plain/org/m/model.onnx?trickle=20000&times=1"), by: fetching.fetcher(limits: limits))
        #expect(try fetching.fetched() == Fetching.large)
        let ranges = try fetching.requests().map { $0.fields["range"] }
        #expect(ranges.count == 2 && ranges.last??.hasPrefix("bytes=") == true)
    }
}
