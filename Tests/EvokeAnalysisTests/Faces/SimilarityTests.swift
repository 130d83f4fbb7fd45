import Testing

@testable import EvokeAnalysis

/// From a square that a graph sees to the picture.
@Suite struct SimilarityTests {
    @Test func theMiddleOfASquareIsWhereItWasPut() {
        let square = Similarity(side: 192, middle: PlanePoint(300, 200), width: 96, direction: PlanePoint(0, 3))
        #expect(near(square(PlanePoint(96, 96)), PlanePoint(300, 200)) && abs(square.scale - 0.5) < 1e-12)
        // Its rows go down, and its columns to the left.
        #expect(
            near(square(PlanePoint(192, 96)), PlanePoint(300, 248))
                && near(square(PlanePoint(96, 192)), PlanePoint(252, 200)))
        #expect(near(square.scaled(by: 2)(PlanePoint(192, 96)), PlanePoint(600, 496)))
    }

    @Test func pointsComeToLieOnOthers() {
        let points = [PlanePoint(0, 0), PlanePoint(10, 0), PlanePoint(5, 8)]
        let moved = points.map { PlanePoint(100 - 2 * $0.y, 50 + 2 * $0.x) }
        let found = Similarity(from: points, to: moved)
        for (point, other) in zip(points, moved) { #expect(near(found(point), other)) }
        #expect(abs(found.scale - 2) < 1e-12)
    }

    /// Where no turn and scale fits, the squares of what is missing are as small as can be.
    @Test func otherwiseAsNearAsCanBe() {
        let points = [PlanePoint(0, 0), PlanePoint(10, 0), PlanePoint(5, 8), PlanePoint(3, 3)]
        let others = [PlanePoint(1, 0), PlanePoint(12, 1), PlanePoint(4, 9), PlanePoint(4, 2)]
        func missing(_ map: (PlanePoint) -> PlanePoint) -> Double {
            zip(points, others).reduce(0) { sum, pair in
                let way = map(pair.0) - pair.1
                return sum + (way * way).sum()
            }
        }
        let best = Similarity(from: points, to: others)
        for way in [PlanePoint(0.01, 0), PlanePoint(0, 0.01), PlanePoint(-0.01, 0), PlanePoint(0, -0.01)] {
            #expect(missing { best($0) } < missing { best($0) + way })
            // Turned a little, or made larger or smaller.
            #expect(missing { best($0) } < missing { best($0 + PlanePoint($0.y, -$0.x) * way.x + $0 * way.y) })
        }
    }

    private func near(_ point: PlanePoint, _ other: PlanePoint) -> Bool { (point - other).length < 1e-9 }
}
