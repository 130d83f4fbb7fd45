import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeModels

@Suite struct PullTests {
    @Test(arguments: FetchingConformance.Check.allCases)
    func theFakeHubIsAFetcher(check: FetchingConformance.Check) async throws {
        let hub = FakeHub()
        try await FetchingConformance(hub) { name, bytes in
            hub.serve(bytes, at: "https://hub.example/\(name)")
            return "https://hub.example/\(name)"
        }.check(check)
    }

    @Test func whatIsInstalledIsWholeAndHasItsReceipt() async throws {
        let bench = try PullBench()
        guard case .installed(let place) = try await bench.pull().run(waits: false) else {
            Issue.record("it was not installed")
            return
        }
        #expect(try bench.modelStore.open("tiny").description.folder == place)
        let manifest = try #require(try ModelManifest.read(in: place))
        #expect(manifest.files.map(\.path) == PullBench.files.sorted() && manifest.origin?.commit == "c0ffee")
        #expect(manifest.files.allSatisfy { $0.url?.hasPrefix(bench.base) == true && $0.sha256.count == 64 })
        #expect(place.display.hasSuffix("tiny@\(manifest.version)") && bench.onShelf == ["tiny@\(manifest.version)"])
        #expect(try bench.modelStore.verify(bench.modelStore.describe("tiny")) == 4 && bench.downloads.list().isEmpty)
    }

    @Test func whatIsInstalledIsPrivateAndWasCountedAsItCame() async throws {
        let bench = try PullBench()
        _ = try await bench.pull().run(waits: false)
        let place = try bench.modelStore.open("tiny").description.folder
        let files = try FileSystem.filesBelow(place).map { place.appending($0.bytes) }
        let modes = try ([place] + files).map { try FileStatus(of: $0).permissions & 0o777 }
        #expect(modes == [0o700] + files.map { _ in 0o600 })
        let total = Int64(try PullBench.files.reduce(0) { try $0 + FileSystem.read(place.appending($1)).count })
        let last = try #require(bench.states.withLock { $0.last })
        #expect(last.received == total && last.total == total && last.state == .checking)
    }

    @Test func whatCameBeforeIsNotFetchedAgain() async throws {
        let isBroken = Locked(true)
        let bench = try broken(at: "image.onnx", while: isBroken) {
            EvokeError(.unreachable, doing: "fetch", subject: $0, reason: "the connection broke off")
        }
        let error = await #expect(throws: EvokeError.self) { try await bench.pull().run(waits: false) }
        #expect(error?.kind == .unreachable && bench.onShelf.isEmpty)
        #expect(bench.downloads.list().map(\.state) == [.failed] && bench.downloads.list().first?.problem == error)

        isBroken.withLock { $0 = false }
        bench.hub.forgetCalls()
        _ = try await bench.pull(bench.downloads.request(of: "tiny")).run(waits: false)
        #expect(bench.hub.fetched.map { $0.dropFirst(bench.base.count + 1) } == ["image.onnx", "text.onnx"])
        #expect(try bench.modelStore.open("tiny").description.dimensions == 4)
    }

    @Test func aFileThatChangedMeanwhileIsFetchedAgain() async throws {
        let isBroken = Locked(true)
        let bench = try broken(at: "text.onnx", while: isBroken) {
            EvokeError(.unreachable, doing: "fetch", subject: $0, reason: "the connection broke off")
        }
        await #expect(throws: EvokeError.self) { try await bench.pull().run(waits: false) }
        isBroken.withLock { $0 = false }
        bench.publishAnother()
        bench.hub.forgetCalls()
        _ = try await bench.pull().run(waits: false)
        #expect(bench.hub.fetched.map { $0.dropFirst(bench.base.count + 1) } == ["tokenizer.json", "text.onnx"])
    }

    /// Four files are looked at, four fetched, and the model is tried.
    @Test(arguments: 0...8) func cancelledAtAnyStepNothingIsHalfInstalled(step: Int) async throws {
        let (steps, reached) = (Locked(0), Locked<CheckedContinuation<Void, Never>?>(nil))
        @Sendable func take() async throws {
            let number = steps.withLock { steps in
                defer { steps += 1 }
                return steps
            }
            guard number == step else { return }
            reached.withLock { $0 }?.resume()
            try await Task.sleep(for: .seconds(600))
        }
        var bench = try PullBench(hub: FakeHub { _ in try await take() })
        bench.check = { _ in try await take() }
        let pull = bench.pull()
        let run = Locked<Task<ModelPull.Ending, any Error>?>(nil)
        await withCheckedContinuation { continuation in
            reached.withLock { $0 = continuation }
            run.withLock { $0 = Task { try await pull.run(waits: false) } }
        }
        let task = try #require(run.withLock { $0 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(bench.onShelf.isEmpty && bench.downloads.list().map(\.state) == [.interrupted])
        _ = try await bench.pull().run(waits: false)
        #expect(try bench.modelStore.open("tiny").description.dimensions == 4)
        #expect(bench.onShelf.count == 1 && bench.downloads.list().isEmpty)
    }

    @Test func whatIsDamagedOrNoModelIsNotInstalled() async throws {
        for (bytes, sent, kind) in [
            (nil, "something else", .damaged), ("no graph", nil, .modelInvalid),
        ] as [(String?, String?, EvokeError.Kind)] {
            let bench = try PullBench()
            let url = "\(bench.base)/text.onnx"
            if let bytes { bench.hub.serve(Array(bytes.utf8), at: url) }
            bench.hub[url]?.sent = sent.map { Array($0.utf8) }
            let error = await #expect(throws: EvokeError.self) { try await bench.pull().run(waits: false) }
            #expect(error?.kind == kind && bench.onShelf.isEmpty)
            #expect(bench.downloads.list().isEmpty == (kind == .modelInvalid), "it is not kept")
        }
    }

    @Test func whatHasNoRoomIsRefusedBeforeAnythingIsFetched() async throws {
        var bounded = DownloadRequest("tiny")
        bounded.mostBytes = 100
        for (request, sizes, kind) in [
            (DownloadRequest("tiny"), 900_000_000_000, .diskFull), (bounded, nil, .tooLarge),
        ] as [(DownloadRequest, Int64?, EvokeError.Kind)] {
            let bench = try PullBench()
            let pull = bench.pull(request, of: bench.model(sizes: sizes))
            let error = await #expect(throws: EvokeError.self) { try await pull.run(waits: false) }
            #expect(error?.kind == kind && bench.hub.fetched.isEmpty)
        }
    }

    @Test(arguments: [-1, Int64.max, 900_000_000_000]) func sizesThatNoFileHasAreRefused(size: Int64) async throws {
        let bench = try PullBench()
        for name in PullBench.files { bench.hub["\(bench.base)/\(name)"]?.size = size }
        await #expect(throws: EvokeError.self) { try await bench.pull().run(waits: false) }
        #expect(bench.hub.fetched.isEmpty && bench.onShelf.isEmpty)
    }

    @Test func aDiskThatFillsUpKeepsWhatCame() async throws {
        let isFull = Locked(true)
        let bench = try broken(at: "text.onnx", while: isFull) {
            EvokeError.system(ENOSPC, doing: "fetch", subject: DiskPath($0))
        }
        let error = await #expect(throws: EvokeError.self) { try await bench.pull().run(waits: false) }
        #expect(error?.kind == .diskFull && bench.onShelf.isEmpty)
        isFull.withLock { $0 = false }
        bench.hub.forgetCalls()
        _ = try await bench.pull().run(waits: false)
        #expect(bench.hub.fetched.count == 1)
    }

    /// Fails to fetch that file for so long.
    private func broken(
        at name: String, while isBroken: Locked<Bool>, error: @escaping @Sendable (String) -> EvokeError
    ) throws -> PullBench {
        try PullBench(
            hub: FakeHub { call in
                if case .fetch(let url) = call, url.hasSuffix(name), isBroken.withLock({ $0 }) { throw error(url) }
            })
    }

    @Test func aNameThatIsTakenIsRefusedBeforeAnybodyIsAsked() async throws {
        let bench = try PullBench()
        _ = try TinyModel(in: bench.folder, at: "shelf/tiny")
        let error = await #expect(throws: EvokeError.self) { try await bench.pull().run(waits: false) }
        #expect(error?.kind == .notAllowed && bench.hub.calls.isEmpty)
    }

    @Test func gatedModelsSayWhatToAgreeTo() async throws {
        let bench = try PullBench(
            hub: FakeHub { _ in throw EvokeError(.notAllowed, doing: "fetch", subject: "x", reason: "gated") })
        let error = await #expect(throws: EvokeError.self) {
            try await bench.pull(of: bench.model(isGated: true)).run(waits: false)
        }
        #expect(error?.remedy.contains("https://hub.example/about") == true)
    }

    @Test func aModelThatNobodyPublishesNeedsAnAddress() async throws {
        let bench = try PullBench()
        let unpublished = CatalogModel(
            name: "tiny", title: "", purpose: "", languages: "", license: "", dimensions: 4, bytes: 9, speed: "",
            page: "https://hub.example/about", address: nil, files: PullBench.files.map { CatalogModel.File($0) })
        let error = await #expect(throws: EvokeError.self) { try await bench.pull(of: unpublished).run(waits: false) }
        #expect(error?.kind == .notFound && error?.remedies.contains(.chooseOption(.source)) == true)
        var request = DownloadRequest("tiny")
        request.from = bench.base
        _ = try await bench.pull(request, of: unpublished).run(waits: false)
        let place = try bench.modelStore.open("tiny").description.folder
        #expect(try ModelManifest.read(in: place)?.origin?.from == bench.base)
    }
}
