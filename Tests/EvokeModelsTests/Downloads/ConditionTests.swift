import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import EvokeModels

@Suite struct ConditionTests {
    private var request: DownloadRequest {
        var request = DownloadRequest("tiny")
        request.onlyUnmetered = true
        return request
    }

    @Test(arguments: [Circumstance.notMet("the connection is metered"), .unknown("NetworkManager does not run")])
    func whatIsNotMetOrNotKnownIsSaidAndNobodyIsAsked(circumstance: Circumstance) async throws {
        let bench = try PullBench()
        bench.hub.answer(unmetered: [circumstance])
        let error = await #expect(throws: EvokeError.self) { try await bench.pull(request).run(waits: false) }
        #expect(error?.remedies == [.leaveOutOption(.unmeteredOnly), .chooseOption(.background)])
        #expect(error?.reason.contains("metered") == true || error?.reason.contains("NetworkManager") == true)
        #expect(bench.hub.calls.isEmpty && bench.onShelf.isEmpty)
    }

    @Test func eachConditionCountsByItself() async throws {
        let bench = try PullBench()
        bench.hub.answer(unmetered: [.notMet("the connection is metered")], onPower: [.met])
        var other = DownloadRequest("tiny")
        other.onlyOnPower = true
        _ = try await bench.pull(other).run(waits: false)
        #expect(bench.onShelf.count == 1)
    }

    @Test func inTheBackgroundTheyAreWaitedFor() async throws {
        let bench = try PullBench()
        bench.hub.answer(unmetered: [.notMet("the connection is metered"), .unknown("nobody says"), .met])
        _ = try await bench.pull(request).run(waits: true)
        #expect(bench.onShelf.count == 1)
        let waited = bench.states.withLock { $0.filter { $0.state == .waiting } }
        #expect(waited.first?.problem?.reason == "the connection is metered")
    }

    @Test func lostOnTheWayTheDownloadStopsAndKeepsWhatCame() async throws {
        let isSlow = Locked(true)
        let hub = Locked<FakeHub?>(nil)
        let bench = try PullBench(
            hub: FakeHub { call in
                if case .fetch(let url) = call, url.hasSuffix("image.onnx"), isSlow.withLock({ $0 }) {
                    // Two files are there, and the third takes for ever.
                    hub.withLock { $0 }?.answer(unmetered: [.notMet("the connection is metered")])
                    try await Task.sleep(for: .seconds(600))
                }
            })
        hub.withLock { $0 = bench.hub }
        // They hold each other.
        defer { hub.withLock { $0 = nil } }
        bench.hub.answer(unmetered: [.met])
        let error = await #expect(throws: EvokeError.self) { try await bench.pull(request).run(waits: false) }
        #expect(error?.reason == "the connection is metered")
        isSlow.withLock { $0 = false }
        bench.hub.forgetCalls()
        bench.hub.answer(unmetered: [.met])
        _ = try await bench.pull(request).run(waits: false)
        #expect(bench.hub.fetched.count == 2, "two of the four files were there")
    }
}
