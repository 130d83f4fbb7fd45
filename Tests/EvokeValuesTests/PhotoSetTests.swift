import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct PhotoSetTests {
    @Test func doesWhatSetsDo() {
        var random = SeededGenerator(seed: TestSeed.value)
        for _ in 0..<300 {
            let (one, other) = (numbers(&random), numbers(&random))
            let (photos, others) = (PhotoSet(one.map(PhotoID.init)), PhotoSet(other.map(PhotoID.init)))
            #expect(photos.count == one.count && photos.isEmpty == one.isEmpty)
            #expect(photos.intersection(others) == PhotoSet(one.intersection(other).map(PhotoID.init)))
            #expect(photos.union(others) == PhotoSet(one.union(other).map(PhotoID.init)))
            #expect(photos.subtracting(others) == PhotoSet(one.subtracting(other).map(PhotoID.init)))
            #expect(photos.ids.map(\.value) == one.sorted())
            var rest = photos
            for number in other { rest.remove(PhotoID(number)) }
            #expect(rest == photos.subtracting(others))
            #expect(one.allSatisfy { photos.contains(PhotoID($0)) } && !photos.contains(PhotoID(-1)))
        }
    }

    private func numbers(_ random: inout some RandomNumberGenerator) -> Set<Int64> {
        let last: Int64 = [1, 63, 64, 130, 1_000].randomElement(using: &random)!
        return Set((0..<Int.random(in: 0...40, using: &random)).map { _ in Int64.random(in: 0...last, using: &random) })
    }
}
