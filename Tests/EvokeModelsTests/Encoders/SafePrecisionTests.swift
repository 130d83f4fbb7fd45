import EvokeModels
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// 16 bits where they are possible and every vector stays what it is, 32 elsewhere.
@Suite struct SafePrecisionTests {
    private let home = TemporaryFolder()

    @Test(arguments: [(true, Float(0.001), Precision.bfloat16), (true, 0.5, .float32), (false, 0, .float32)])
    func takesWhatLosesNothing(isPossible: Bool, loss: Float, expected: Precision) async throws {
        let runs = Locked(0)
        let runtime = FakeRuntime(computesInHalf: isPossible) { order, _, numbers in
            runs.withLock { $0 += 1 }
            if order.settings.isHalf { numbers[0] *= 1 + loss }
        }
        #expect(try await precision(runtime) == expected)
        let tried = runs.withLock { $0 }
        #expect((tried > 0) == isPossible)
        #expect(try await precision(runtime) == expected)
        #expect(runs.withLock { $0 } == tried, "it is noted")
    }

    /// What one version rounds little, the next may round more.
    @Test func anotherRuntimeIsTriedItself() async throws {
        let first = FakeRuntime(version: "1", computesInHalf: true)
        let second = FakeRuntime(version: "2", computesInHalf: true) { order, _, numbers in
            if order.settings.isHalf { numbers[0] *= 1.5 }
        }
        for _ in 0..<2 {
            #expect(try await precision(first) == .bfloat16)
            #expect(try await precision(second) == .float32)
        }
    }

    private func precision(_ runtime: FakeRuntime) async throws -> Precision {
        let tiny = try TinyModel(in: home)
        let model = try ModelStore(folders: [], cache: home.path.appending("notes")).open(tiny.folder.display)
        return try await SafePrecision(
            streams: 1, on: runtime, in: GraphFolder(home.path.appending("cache")), executor: BlockingExecutor(width: 1)
        ).of(model)
    }
}
