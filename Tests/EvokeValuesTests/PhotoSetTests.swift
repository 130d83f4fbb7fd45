import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct PhotoSetTests {
    @Test func doesWhatSetsDo() {
        var random = SeededGenerator(seed: TestSeed.value)
        for _ in 0..<300 {
            let (one, other) = (numbers(&random), numbers(&random))
            let (photos, others) = (PhotoSet(one.map(PhotoID.init)), PhotoSet(other.map(PhotoID.init)))
            var rest = photos
            for number in other { rest.remove(PhotoID(number)) }
            let own = [photos, photos.intersection(others), photos.union(others), photos.subtracting(others), rest]
            let sets = [one, one.intersection(other), one.union(other), one.subtracting(other), one.subtracting(other)]
            #expect(own == sets.map { PhotoSet($0.map(PhotoID.init)) } && photos.ids.map(\.value) == one.sorted())
            #expect(photos.count == one.count && photos.isEmpty == one.isEmpty)
            #expect(one.allSatisfy { photos.contains(PhotoID($0)) } && !photos.contains(PhotoID(-1)))
        }
    }

    private func numbers(_ random: inout some RandomNumberGenerator) -> Set<Int64> {
        let last: Int64 = [1, 63, 64, 130, 1_000].randomElement(using: &random)!
        return Set((0..<Int.random(in: 0...40, using: &random)).map { _ in Int64.random(in: 0...last, using: &random) })
    }
}
