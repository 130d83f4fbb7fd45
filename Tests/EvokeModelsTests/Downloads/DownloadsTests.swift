import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeModels

/// Looking at downloads that other tasks or processes work on, and steering them.
@Suite struct DownloadsTests {
    @Test func twoDoNotFetchTheSame() async throws {
        let bench = try slowBench()
        let first = Task { [pull = bench.pull()] in try await pull.run(waits: false) }
        try await reached(.running, bench)
        let error = await #expect(throws: EvokeError.self) { try await bench.pull().run(waits: false) }
        #expect(error?.kind == .libraryBusy)
        #expect(throws: EvokeError.self) { try bench.downloads.prepare(DownloadRequest("tiny")) }
        try await bench.downloads.cancel("tiny")
        _ = try await first.value
    }

    @Test func aPausedDownloadGoesOnWhereItWas() async throws {
        let bench = try slowBench()
        let first = Task { [pull = bench.pull()] in try await pull.run(waits: false) }
        try await reached(.running, bench)
        try await bench.downloads.pause("tiny")
        guard case .paused = try await first.value else {
            Issue.record("it did not pause")
            return
        }
        #expect(bench.downloads.list().map(\.state) == [.paused] && bench.onShelf.isEmpty)
        #expect(try bench.downloads.request(of: "tiny") == DownloadRequest("tiny"))
        isSlow.withLock { $0 = false }
        bench.hub.forgetCalls()
        _ = try await bench.pull().run(waits: false)
        #expect(bench.hub.fetched.count == 2 && bench.onShelf.count == 1)
    }

    @Test func aCancelledDownloadLeavesNothing() async throws {
        let bench = try slowBench()
        let first = Task { [pull = bench.pull()] in try await pull.run(waits: false) }
        try await reached(.running, bench)
        try await bench.downloads.cancel("tiny")
        guard case .cancelled = try await first.value else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(bench.downloads.list().isEmpty && bench.onShelf.isEmpty)
        let left = try FileSystem.names(in: bench.modelStore.firstFolder.appending("downloads"))
        #expect(left == [Array(".tiny.ended".utf8)], "nothing but how it ended")
        #expect(!bench.downloads.hasSucceeded("tiny"))
    }

    @Test func oneWhoseProcessIsGoneIsInterrupted() async throws {
        let bench = try PullBench()
        try bench.downloads.prepare(DownloadRequest("tiny"))
        #expect(bench.downloads.list().map(\.state) == [.interrupted])
        try await bench.downloads.pause("tiny")
        #expect(bench.downloads.list().map(\.state) == [.paused])
        try await bench.downloads.cancel("tiny")
        #expect(bench.downloads.list().isEmpty)
    }

    @Test func whatIsNoDownloadIsSaidToBeNone() async throws {
        let bench = try PullBench()
        for name in ["tiny", "../shelf", "", "a/b", ".."] {
            await #expect(throws: EvokeError.self) { try await bench.downloads.pause(name) }
            await #expect(throws: EvokeError.self) { try await bench.downloads.cancel(name) }
            #expect(throws: EvokeError.self) { try bench.downloads.request(of: name) }
        }
    }

    @Test(arguments: ["", "{", "[]", "{\"name\": 1}", "null"]) func damagedNotesAreNotBelieved(text: String)
        async throws
    {
        let bench = try PullBench()
        let place = "shelf/downloads/tiny"
        for name in ["state.json", "request.json", "fetched.json", "wish"] {
            try bench.folder.write("\(place)/\(name)", text.utf8)
        }
        #expect(bench.downloads.list().map(\.state) == [.interrupted])
        #expect(throws: EvokeError.self) { try bench.downloads.request(of: "tiny") }
        _ = try await bench.pull().run(waits: false)
        #expect(bench.onShelf.count == 1)
    }

    @Test(arguments: [
        ("received", "-1"), ("received", "9223372036854775807"), ("total", "-9223372036854775808"),
        ("bytesPerSecond", "1e300"), ("bytesPerSecond", "-1"), ("bytesPerSecond", "1e-300"),
    ]) func numbersThatNoDownloadHasHurtNobody(key: String, value: String) throws {
        let bench = try PullBench()
        var fields = ["received": "1", "total": "1000000", "bytesPerSecond": "5"]
        fields[key] = value
        let json = fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
        try bench.folder.write(
            "shelf/downloads/tiny/state.json", "{\"name\": \"tiny\", \"state\": \"running\", \(json)}".utf8)
        let download = try #require(
            DownloadFolder(of: "tiny", on: bench.modelStore.firstFolder).state ?? bench.downloads.list().first)
        #expect((download.secondsLeft ?? 0) <= 1e9 && download.received >= 0)
        #expect(bench.downloads.list().map(\.state) == [.interrupted])
    }

    private let isSlow = Locked(true)

    /// Two files come, and the third takes for ever.
    private func slowBench() throws -> PullBench {
        try PullBench(
            hub: FakeHub { [isSlow] call in
                if case .fetch(let url) = call, url.hasSuffix("image.onnx"), isSlow.withLock({ $0 }) {
                    try await Task.sleep(for: .seconds(600))
                }
            })
    }

    private func reached(_ state: ModelDownload.State, _ bench: PullBench) async throws {
        try await wait(for: "the third file", watching: { bench.hub.fetched }, until: { $0.count == 3 })
        #expect(bench.downloads.list().map(\.state) == [state])
    }
}
