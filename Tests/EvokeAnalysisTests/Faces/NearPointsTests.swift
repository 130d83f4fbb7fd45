import EvokeTestSupport
import Testing

@testable import EvokeAnalysis

/// Searches along a few axes miss nothing that is near.
@Suite struct NearPointsTests {
    @Test func whatIsNearIsFound() {
        var random = SeededGenerator(seed: TestSeed.value)
        func vector() -> [Float] { (0..<48).map { _ in Float.random(in: -1...1, using: &random) } }
        let points = (0..<203).map { _ in
            var point = FacePoint(vector())
            point.add(FacePoint(vector()))
            return point
        }
        let axes = LeadingAxes(of: points.map(\.middle), dimensions: 48)
        var near = NearPoints(points, along: axes)
        near.put(nil, at: 100)
        let limit: Float = 40
        for start in [0, 8, 199] {
            let asking = Array((start..<min(start + 4, points.count)))
            var found = asking.map { _ in Set<Int>() }
            near.search(asking.map { (points[$0], 150) }, limit: limit) { point, slot, distance, _ in
                #expect(distance == points[asking[point]].distance(to: points[slot]))
                found[point].insert(slot)
            }
            for (place, found) in zip(asking, found) {
                let near = points.indices.prefix(150).filter {
                    $0 != 100 && points[place].distance(to: points[$0]) < limit
                }
                #expect(found == Set(near))
            }
        }
    }

    @Test func theMeanOfAllPairsIsTheDistanceOfTwoPoints() {
        let (one, other) = ([[0, 0], [2, 0]] as [[Float]], [[5, 4], [5, 6], [8, 1]] as [[Float]])
        func point(_ vectors: [[Float]]) -> FacePoint {
            vectors.dropFirst().reduce(into: FacePoint(vectors[0])) { $0.add(FacePoint($1)) }
        }
        var sum: Float = 0
        for a in one {
            for b in other { for (x, y) in zip(a, b) { sum += (x - y) * (x - y) } }
        }
        #expect(abs(point(one).distance(to: point(other)) - sum / 6) < 1e-3)
    }

    @Test func vectorsOfFewDirectionsHaveAxes() {
        let axes = LeadingAxes(of: [[Float]](repeating: [1, 2, 3, 4], count: 1_000), dimensions: 4)
        #expect(axes.count == 4 && axes(FacePoint([1, 0, 0, 0])).coordinates.allSatisfy(\.isFinite))
    }

    @Test func theNearestComeFirst() {
        var queue = JoinQueue([3, 1, 2].map { Join(distance: $0, first: 0, second: 0) })
        queue.push(Join(distance: 1.5, first: 0, second: 0))
        var distances: [Float] = []
        while let next = queue.pop() {
            distances.append(next.distance)
            if next.distance == 1.5 { queue.push(Join(distance: 2.5, first: 0, second: 0)) }
        }
        #expect(distances == [1, 1.5, 2, 2.5, 3])
    }
}
