import EvokeWorkers
import Testing

@Suite struct RecentlyUsedTests {
    @Test func whatWasNotUsedForLongestMakesRoom() {
        var recent = RecentlyUsed<String, Int>(capacity: 3)
        for (number, key) in ["a", "b", "c"].enumerated() { recent.keep(number, for: key) }
        #expect(recent.value(for: "a") == 0)
        recent.keep(3, for: "d")
        #expect(["a", "b", "c", "d"].map { recent.value(for: $0) } == [0, nil, 2, 3])
    }

    @Test func sizesCountAndAQuarterGoesAtOnce() {
        var recent = RecentlyUsed<Int, Int>(capacity: 100)
        for number in 0..<10 { recent.keep(number, for: number, size: 10) }
        #expect((0..<10).allSatisfy { recent.value(for: $0) == $0 })
        // In place of what was there, which no longer counts.
        recent.keep(0, for: 0, size: 10)
        #expect(recent.value(for: 1) == 1)
        recent.keep(10, for: 10, size: 10)
        let left = (0...10).filter { recent.value(for: $0) != nil }
        #expect(left == [0, 1, 6, 7, 8, 9, 10])
    }

    @Test func whatIsTooLargeForAllIsAloneThen() {
        var recent = RecentlyUsed<Int, Int>(capacity: 10)
        recent.keep(1, for: 1)
        recent.keep(2, for: 2, size: 50)
        #expect(recent.value(for: 1) == nil && recent.value(for: 2) == 2)
        recent.keep(3, for: 3)
        #expect(recent.value(for: 2) == nil && recent.value(for: 3) == 3)
    }
}
