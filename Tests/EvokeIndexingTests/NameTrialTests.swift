import EvokeNameTrial
import EvokeTestSupport
import Foundation
import Testing

/// Twenty rounds of what 'evoke-bench names' does a thousand times.
@Suite struct NameTrialTests {
    @Test(arguments: 0..<2) func eachNameHasItsOwnVectorAndFacts(half: Int) async throws {
        let given = ProcessInfo.processInfo.environment["EVOKE_TEST_SEED"].flatMap(UInt64.init)
        let seed = given ?? .random(in: 1...999_999)
        let folder = TemporaryFolder()
        var trial = try await NameTrial(in: folder.path, seed: seed + UInt64(half))
        for round in 0..<10 {
            let faults = try await trial.round()
            try #require(
                faults.isEmpty,
                "round \(round), EVOKE_TEST_SEED=\(seed): \(faults.count) faults, \(faults.prefix(5))")
        }
    }
}
