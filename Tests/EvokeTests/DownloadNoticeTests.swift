import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke
@testable import EvokeModels

/// Whoever listens is told of any download, whoever works on it.
@Suite struct DownloadNoticeTests {
    @Test func aDownloadWaitsForItsConditionsAndEverybodySees() async throws {
        let bench = GraphBench()
        bench.hub.answer(unmetered: [.notMet("the connection is metered"), .met])
        try await bench.publish()
        let first = bench.downloader.events
        var request = DownloadRequest("colours")
        request.onlyUnmetered = true
        async let seen = words(of: first)
        async let other = words(of: bench.downloader.events)
        let own = await words(of: bench.downloader.events(of: request))
        #expect(own == ["started", "waiting: the connection is metered", "running", "checking", "succeeded"])
        #expect(await seen == own)
        #expect(await other.last == "succeeded")
    }

    /// Some follow from the beginning, some come while it goes on and while it ends, and some find it done.
    @Test func whoeverFollowsHearsOfTheEndWheneverTheyCome() async throws {
        let gate = Gate()
        let bench = GraphBench(hub: slowHub(gate))
        try await bench.publish()
        let follow: @Sendable () -> Task<String?, Never> = {
            Task { await words(of: bench.downloader.events(of: DownloadRequest("colours"))).last }
        }
        var followers = (0..<4).map { _ in follow() }
        await gate.reached()
        var second = bench.downloader.events(of: DownloadRequest("colours")).makeAsyncIterator()
        guard case .started = await second.next(), case .progress = await second.next() else {
            Issue.record("it follows the other")
            return
        }
        // Who only listens is first told how far it is.
        var late = bench.downloader.events.makeAsyncIterator()
        guard case .progress(let download) = await late.next() else {
            Issue.record("the state comes first")
            return
        }
        #expect(download.name == "colours" && download.state == .running)
        gate.open()
        for _ in 0..<8 {
            await Task.yield()
            followers.append(follow())
        }
        for follower in followers { #expect(await follower.value == "succeeded") }
        #expect(await follow().value == "succeeded")
        #expect(bench.hub.fetched.filter { $0.hasSuffix(".onnx") }.count == 1)
    }

    @Test func aPausedAndACancelledOneAreToldOf() async throws {
        for isPaused in [true, false] {
            let gate = Gate()
            let bench = GraphBench(hub: slowHub(gate))
            try await bench.publish()
            let events = bench.downloader.events
            try await bench.downloader.start(DownloadRequest("colours"))
            await gate.reached()
            if isPaused {
                try await bench.downloader.downloads.pause("colours")
            } else {
                try await bench.downloader.downloads.cancel("colours")
            }
            #expect(await words(of: events).last == "failed: it was stopped")
        }
    }

    /// What another process does is seen in its folder alone: here, one that holds the lock.
    @Test func whatOthersDoIsToldToo() async throws {
        let bench = GraphBench()
        let folder = DownloadFolder(of: "colours", on: bench.configuration.models[0])
        var events = bench.downloader.events.makeAsyncIterator()
        var lock: FileLock? = try folder.take(for: DownloadRequest("colours"))
        folder.state = ModelDownload(name: "colours", state: .running)
        guard case .started("colours") = await events.next(), case .progress = await events.next() else {
            Issue.record("it began")
            return
        }
        folder.state = ModelDownload(name: "colours", state: .checking)
        guard case .progress(let download) = await events.next() else {
            Issue.record("it went on")
            return
        }
        #expect(download.state == .checking)
        try folder.end(.succeeded)
        withExtendedLifetime(lock) { lock = nil }
        guard case .succeeded("colours") = await events.next() else {
            Issue.record("it was done")
            return
        }
    }

    /// Else whoever looks in between hears that it was interrupted before it began.
    @Test func aFolderThatNobodyHasTakenYetIsNoDownload() throws {
        let bench = GraphBench()
        let folder = DownloadFolder(of: "colours", on: bench.configuration.models[0])
        try folder.make()
        #expect(bench.downloader.downloads.list().isEmpty)
        let lock = try folder.take(for: DownloadRequest("colours"))
        withExtendedLifetime(lock) { #expect(bench.downloader.downloads.list().map(\.state) == [.running]) }
    }

    @Test func oneThatIsKilledIsInterruptedAndGoesOn() async throws {
        let bench = GraphBench()
        try await bench.publish()
        // As a process leaves it that was killed.
        try bench.downloader.prepare(DownloadRequest("colours"))
        #expect(bench.downloader.downloads.list().map(\.state) == [.interrupted])
        let events = bench.downloader.events
        #expect(try await bench.downloader.resumeAll() == ["colours"])
        #expect(await words(of: events).last == "succeeded")
        #expect(try await bench.downloader.resumeAll().isEmpty)
        #expect(bench.downloader.isFetched("colours"))
    }

    @Test func aTaskGoesOnWhenWhoeverBeganItIsGone() async throws {
        let gate = Gate()
        let bench = GraphBench(hub: slowHub(gate))
        try await bench.publish()
        let beginner = Task { try await bench.downloader.start(DownloadRequest("colours")) }
        #expect(try await beginner.value == .task)
        beginner.cancel()
        await gate.reached()
        let events = bench.downloader.events
        gate.open()
        #expect(await words(of: events).last == "succeeded")
    }

    @Test func whatIsNotHeardDoesNotPileUp() async throws {
        let observer = DownloadObserver()
        for number in 0..<10_000 {
            observer.add(.started("a"))
            for state in [ModelDownload.State.waiting, .running, .checking] {
                observer.add(.progress(ModelDownload(name: "a", state: state)))
                observer.add(.progress(ModelDownload(name: "b", state: state)))
            }
            observer.add(number.isMultiple(of: 2) ? .failed("a", .stopped("a")) : .succeeded("a"))
        }
        observer.add(.started("z"))
        var heard: [String] = []
        while let event = await observer.next(), event.name != "z" { heard.append("\(event.name) \(word(event))") }
        #expect(heard == ["a started", "a checking", "b checking", "a succeeded"])
        observer.end()
        #expect(await observer.next() == nil)
    }

    @Test func nobodyPublishesThat() async throws {
        let last = await words(of: GraphBench().downloader.events(of: DownloadRequest("none"))).last
        #expect(last?.hasPrefix("failed: ") == true)
    }

    /// Holds back the graph's file until the gate is open.
    private func slowHub(_ gate: Gate) -> FakeHub {
        FakeHub { call in
            if case .fetch(let url) = call, url.hasSuffix("colours.onnx") { try await gate.pass() }
        }
    }

    /// To its end, each state once.
    private func words(of events: AsyncStream<ModelEvent>) async -> [String] {
        var words: [String] = []
        for await event in events {
            if words.last != word(event) { words.append(word(event)) }
            if event.isLast { break }
        }
        return words
    }

    private func word(_ event: ModelEvent) -> String {
        switch event {
        case .started: "started"
        case .progress(let download):
            download.state.rawValue + (download.state == .waiting ? ": \(download.problem?.reason ?? "")" : "")
        case .succeeded: "succeeded"
        case .failed(_, let error): "failed: \(error.reason)"
        }
    }
}

/// Whoever comes to it waits until it is opened, or is cancelled.
private final class Gate: Sendable {
    private let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    private let (openings, opened) = AsyncStream.makeStream(of: Void.self)

    func pass() async throws {
        arrived.yield()
        for await _ in openings { break }
        try Task.checkCancellation()
    }

    func reached() async { for await _ in arrivals { break } }

    func open() { opened.finish() }
}
