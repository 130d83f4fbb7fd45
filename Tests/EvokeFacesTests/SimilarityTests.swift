import Testing

@testable import EvokeFaces

/// From a square that a graph sees to the picture.
@Suite struct SimilarityTests {
    @Test func theMiddleOfASquareIsWhereItWasPut() {
        let square = Similarity(side: 192, middle: Point(300, 200), width: 96, direction: Point(0, 3))
        #expect(near(square(Point(96, 96)), Point(300, 200)) && abs(square.scale - 0.5) < 1e-12)
        // Its rows go down, and its columns to the left.
        #expect(near(square(Point(192, 96)), Point(300, 248)) && near(square(Point(96, 192)), Point(252, 200)))
        #expect(near(square.scaled(by: 2)(Point(192, 96)), Point(600, 496)))
    }

    @Test func pointsComeToLieOnOthers() {
        let points = [Point(0, 0), Point(10, 0), Point(5, 8)]
        let moved = points.map { Point(100 - 2 * $0.y, 50 + 2 * $0.x) }
        let found = Similarity(from: points, to: moved)
        for (point, other) in zip(points, moved) { #expect(near(found(point), other)) }
        #expect(abs(found.scale - 2) < 1e-12)
    }

    /// Where no turn and scale fits, the squares of what is missing are as small as can be.
    @Test func otherwiseAsNearAsCanBe() {
        let points = [Point(0, 0), Point(10, 0), Point(5, 8), Point(3, 3)]
        let others = [Point(1, 0), Point(12, 1), Point(4, 9), Point(4, 2)]
        func missing(_ map: (Point) -> Point) -> Double {
            zip(points, others).reduce(0) { sum, pair in
                let way = map(pair.0) - pair.1
                return sum + (way * way).sum()
            }
        }
        let best = Similarity(from: points, to: others)
        for way in [Point(0.01, 0), Point(0, 0.01), Point(-0.01, 0), Point(0, -0.01)] {
            #expect(missing { best($0) } < missing { best($0) + way })
            // Turned a little, or made larger or smaller.
            #expect(missing { best($0) } < missing { best($0 + Point($0.y, -$0.x) * way.x + $0 * way.y) })
        }
    }

    private func near(_ point: Point, _ other: Point) -> Bool { (point - other).length < 1e-9 }
}
