import EvokeTestSupport
import InferenceOpenVINO
import Testing

/// What the encoders make of a runtime's answers is in their own tests.
@Suite struct TowerTests {
    @Test(arguments: GraphRuntimeConformance.Check.allCases)
    func fillsThePortOfARuntime(check: GraphRuntimeConformance.Check) async throws {
        try await GraphRuntimeConformance(OpenVINORuntime()).check(check)
    }
}
