import Glibc
import PhotoCore
import TestSupport
import Testing
import Workers

@testable import FetchCurl

/// What happens on this side: tasks that are cancelled, disks that are full.
@Suite(.serialized) struct TroubleTests {
    /// Nothing of it would end by itself.
    @Test(arguments: ["silent", "trickle=20000", "status=503&retry-after=90000"])
    func cancellingEndsItAtOnce(_ trouble: String) async throws {
        let fetching = try Fetching()
        var limits = Limits()
        (limits.patience, limits.slowest, limits.longestAskedWait) = (100_000, 1, .seconds(100_000))
        let task = Task {
            try await fetching.fetch(
                fetching.wanted("/plain/org/m/model.onnx?\(trouble)"), by: fetching.fetcher(limits: limits))
        }
        try await wait(for: "the trouble") {
            try !fetching.hub.requests().isEmpty && (trouble == "silent" || !fetching.steps.isEmpty)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let part = (try? FileSystem.read(fetching.part)) ?? []
        #expect(part == Array(Fetching.large.prefix(part.count)))
        #expect(trouble.hasPrefix("trickle") == !part.isEmpty || trouble.hasPrefix("trickle"))
        try await fetching.fetch("/plain/org/m/model.onnx")
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func whatIsCancelledBeforeItBeginsAsksNobody() async throws {
        let fetching = try Fetching()
        let gate = Locked(false)
        let task = Task {
            // Whoever is cancelled does not sleep.
            while !gate.withLock({ $0 }) { await Task.yield() }
            return try await fetching.fetch("/plain/org/m/model.onnx")
        }
        task.cancel()
        gate.withLock { $0 = true }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try fetching.hub.requests().isEmpty)
    }

    @Test func aFullDisk() async throws {
        let fetching = try Fetching()
        // A device that is full at its first byte.
        let device = FilePath("/dev/full")
        try #require(device.withCString { from in fetching.part.withCString { symlink(from, $0) } } == 0)
        let error = try #require(await fetching.failure("/plain/org/m/model.onnx"))
        #expect(error.kind == .diskFull)
        #expect(fetching.setbacks.isEmpty)
    }

    @Test func whereNothingCanBeWritten() async throws {
        let fetching = try Fetching()
        try fetching.home.write("file", [])
        for (name, kind) in [("none/model.onnx", EvokeError.Kind.notFound), ("file/model.onnx", .notFound)] {
            let error = await #expect(throws: EvokeError.self) {
                try await fetching.fetcher().fetch(
                    fetching.wanted("/plain/org/m/model.onnx"), to: fetching.home.path.appending(name)
                ) { _ in }
            }
            #expect(error?.kind == kind)
        }
        #expect(try fetching.hub.requests().isEmpty)
    }

    /// What is a folder is not replaced; what came is kept.
    @Test func aPlaceThatIsTaken() async throws {
        let fetching = try Fetching()
        try FileSystem.makeFolder(fetching.destination.appending("inside"))
        #expect(await fetching.failure("/plain/org/m/model.onnx") != nil)
        #expect(try FileSystem.read(fetching.part) == Fetching.large)
    }
}
