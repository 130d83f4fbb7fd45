import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// From the detector's map to rectangles.
@Suite struct TextMapTests {
    @Test(arguments: [0.0, 0.1, -0.14, 0.5, -0.7, 1.2]) func aTurnedLineIsFoundWhereItIs(angle: Double) throws {
        let drawn = Rectangle(
            middle: PlanePoint(160, 150), along: PlanePoint(Mathematics.cos(angle), Mathematics.sin(angle)),
            width: 200, height: 20)
        let found = try #require(Self.map(320, 300, [drawn]).lines(atMost: 10).first)
        // Grown by what the detector's training shrank lines by.
        let growth = 200.0 * 20 * 1.6 / (2 * 220)
        #expect(abs(found.middle.x - 160) < 2 && abs(found.middle.y - 150) < 2)
        let sides = [found.width, found.height].sorted()
        let isGrown = abs(sides[1] - 200 - 2 * growth) < 5 && abs(sides[0] - 20 - 2 * growth) < 5
        #expect(isGrown, "\(found)")
        #expect(found.along.x >= 0.7, "it is laid as level as it can be")
    }

    @Test func linesThatDoNotTouchAreTwo() {
        let lines = [100.0, 140].map { y in
            Rectangle(middle: PlanePoint(150, y), along: PlanePoint(1, 0), width: 120, height: 16)
        }
        #expect(Self.map(300, 240, lines).lines(atMost: 10).count == 2)
        #expect(Self.map(300, 240, lines).lines(atMost: 1).count == 1)
    }

    @Test func whatIsFaintOrTinyIsNoLine() {
        let line = Rectangle(middle: PlanePoint(50, 50), along: PlanePoint(1, 0), width: 60, height: 12)
        let speck = Rectangle(middle: PlanePoint(50, 50), along: PlanePoint(1, 0), width: 1, height: 1)
        // No pixel is likely, or the line is not, or it is too small, or there is none.
        for (lines, likelihood) in [([line], 0.25), ([line], 0.4), ([speck], 0.9), ([], 0.9)] as [([Rectangle], Float)]
        {
            #expect(Self.map(100, 100, lines, likelihood: likelihood).lines(atMost: 10).isEmpty)
        }
    }

    /// Whatever a map holds, rectangles come out that have sides and lie about the map.
    @Test func anyMapGivesRectanglesOrNone() {
        var numbers = SeededGenerator(seed: TestSeed.value)
        for round in 0..<100 {
            let (width, height) = (Int.random(in: 1...80, using: &numbers), Int.random(in: 1...80, using: &numbers))
            let density = Float(round % 10) / 9
            let likelihoods = (0..<width * height).map { _ -> Float in
                switch Int.random(in: 0..<40, using: &numbers) {
                case 0: .nan
                case 1: .infinity
                case 2: -1
                default: Float.random(in: 0...1, using: &numbers) < density ? 0.9 : 0.1
                }
            }
            let lines = TextMap(width: width, height: height, likelihoods: likelihoods).lines(atMost: 20)
            #expect(lines.count <= 20)
            for line in lines {
                let isAboutTheMap = line.corners.allSatisfy { abs($0.x) < 400 && abs($0.y) < 400 }
                #expect(isAboutTheMap && line.width >= 3 && line.height >= 3, "\(line) in \(width) × \(height)")
            }
        }
    }

    @Test func whatMayBeTextIsSeenWithWhatIsAroundIt() throws {
        func line(_ x: Double, _ y: Double) -> Rectangle {
            Rectangle(middle: PlanePoint(x, y), along: PlanePoint(1, 0), width: 60, height: 10)
        }
        // As unsure as it can be.
        let part = try #require(Self.map(600, 400, [line(200, 150), line(400, 250)], likelihood: 0.25).maybeText)
        #expect((120...150).contains(part.columns.lowerBound) && (450...480).contains(part.columns.upperBound))
        #expect((90...130).contains(part.rows.lowerBound) && (270...310).contains(part.rows.upperBound))
        let edge = try #require(Self.map(600, 400, [line(10, 395)]).maybeText)
        #expect(edge.columns.lowerBound == 0 && edge.rows.upperBound == 400)
        #expect(Self.map(600, 400, [line(200, 150)], likelihood: 0.15).maybeText == nil)
        #expect(
            Part(columns: 10..<21, rows: 0..<400).scaled(by: 2.5, in: PixelSize(width: 52, height: 900))
                == Part(columns: 25..<52, rows: 0..<900))
    }

    @Test func aMapThatIsAllTextIsOneLine() throws {
        let map = TextMap(width: 640, height: 480, likelihoods: [Float](repeating: 1, count: 640 * 480))
        #expect(map.lines(atMost: 400).count == 1)
    }

    /// Pixels in the rectangles are as likely as that, and all others are not.
    private static func map(
        _ width: Int, _ height: Int, _ lines: [Rectangle], likelihood: Float = 0.9
    ) -> TextMap {
        var likelihoods = [Float](repeating: 0.02, count: width * height)
        for line in lines {
            for row in 0..<height {
                for column in 0..<width {
                    let (x, y) = (Double(column) - line.middle.x, Double(row) - line.middle.y)
                    let across = x * line.along.x + y * line.along.y
                    let down = y * line.along.x - x * line.along.y
                    if abs(across) <= line.width / 2, abs(down) <= line.height / 2 {
                        likelihoods[row * width + column] = likelihood
                    }
                }
            }
        }
        return TextMap(width: width, height: height, likelihoods: likelihoods)
    }
}
