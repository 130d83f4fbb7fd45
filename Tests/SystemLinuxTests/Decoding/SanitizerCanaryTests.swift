import CForbiddenCalls
import Testing

/// A sanitizer's build that reports nothing proves nothing: here it has something to report.
@Suite struct AddressCanaryTests {
    @Test func aReadPastTheEndIsReported() async throws {
        let child = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = evoke_read_past_the_end()
        }
        #expect(String(decoding: child.standardErrorContent, as: UTF8.self).contains("heap-buffer-overflow"))
    }
}

@Suite struct ThreadCanaryTests {
    @Test func aRaceIsReported() async throws {
        let child = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = evoke_count_in_two_threads()
        }
        #expect(String(decoding: child.standardErrorContent, as: UTF8.self).contains("data race"))
    }
}
