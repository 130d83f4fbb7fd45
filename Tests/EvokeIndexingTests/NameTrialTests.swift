import EvokeNameTrial
import EvokeTestSupport
import Testing

/// A few rounds of what 'evoke-bench names' does a thousand times.
@Suite struct NameTrialTests {
    @Test(arguments: [0, 1] as [UInt64]) func eachNameHasItsOwnVectorAndFacts(part: UInt64) async throws {
        let folder = TemporaryFolder()
        var trial = try await NameTrial(in: folder.path, seed: TestSeed.value &+ part)
        for round in 0..<10 {
            let faults = try await trial.round()
            try #require(faults.isEmpty, "round \(round): \(faults.count) faults, \(faults.prefix(5))")
        }
    }
}
