import EvokeTestSupport
import EvokeValues
import Testing

@testable import FetchCurl

/// What a server can answer instead of the file, and what is made of it.
@Suite(.serialized) struct RefusalTests {
    @Test(
        arguments: [
            (400, EvokeError.Kind.unreachable), (401, .notAllowed), (403, .notAllowed), (404, .notFound),
            (410, .notFound), (204, .unreachable), (304, .unreachable), (451, .unreachable),
        ])
    func someAreFinal(_ status: Int, _ kind: EvokeError.Kind) async throws {
        let fetching = try Fetching()
        let error = try #require(await fetching.failure("/org/m/resolve/main/model.onnx?status=\(status)"))
        #expect(error.kind == kind)
        #expect(error.cause?.domain == "http" && error.cause?.code == status)
        #expect(!error.remedy.isEmpty)
        #expect(error.reason.contains("\(status)"))
        #expect(!"\(error)".contains("\u{1B}"))
        #expect(try fetching.hub.requests().count == 1)
    }

    @Test func gatedModelsSayWhatToDo() async throws {
        let fetching = try Fetching()
        let target = "/org/m/resolve/main/model.onnx?gated"
        let without = try #require(await fetching.failure(target))
        #expect(without.kind == .notAllowed)
        #expect(without.reason.contains("licence"))
        #expect(without.remedy.contains("token"))
        let other = try #require(await fetching.failure(target, token: "bad"))
        #expect(other.kind == .notAllowed)
        #expect(other.reason != without.reason)
        try await fetching.fetch(target, token: "good")
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func someArePassing(_ status: Int) async throws {
        let fetching = try Fetching()
        try await fetching.fetch("/plain/org/m/model.onnx?status=\(status)&times=3")
        #expect(try fetching.fetched() == Fetching.large)
        #expect(fetching.setbacks.count == 3)
    }

    @Test func notForEver() async throws {
        let fetching = try Fetching()
        #expect(await fetching.failure("/plain/org/m/model.onnx?status=500")?.kind == .unreachable)
        #expect(try fetching.hub.requests().count == 4)
    }

    @Test(arguments: ["1", "Fri, 31 Dec 2100 23:59:59 GMT"])
    func theServerSaysWhen(_ date: String) async throws {
        let fetching = try Fetching()
        let query = "status=429&times=1&retry-after=\(date.replacing(" ", with: "%20").replacing(",", with: "%2C"))"
        var limits = Fetching.limits
        limits.longestAskedWait = .milliseconds(700)
        let start = ContinuousClock.now
        try await fetching.fetch(
            fetching.wanted("/plain/org/m/model.onnx?\(query)"), by: fetching.fetcher(limits: limits))
        #expect(ContinuousClock.now - start >= .milliseconds(700))
    }

    @Test(arguments: ["drop", "silent"])
    func noAnswerIsASetback(_ trouble: String) async throws {
        let fetching = try Fetching()
        var limits = Fetching.limits
        limits.patience = 1
        try await fetching.fetch(
            fetching.wanted("/plain/org/m/model.onnx?\(trouble)&times=1"), by: fetching.fetcher(limits: limits))
        #expect(try fetching.fetched() == Fetching.large)
        #expect(fetching.setbacks.count == 1)
    }

    @Test func nobodyThereIsASetback() async throws {
        let fetching = try Fetching()
        let error = await fetching.failure("http://127.0.0.1:1/model.onnx")
        #expect(error?.kind == .unreachable)
        #expect(fetching.setbacks.count == 3)
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
        let ranges = try fetching.hub.requests().map { $0.fields["range"] }
        #expect(ranges.count == 2)
        #expect(ranges.last??.hasPrefix("bytes=") == true)
    }
}
