import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Lines between the detector and the recogniser.
@Suite struct LineTests {
    @Test func picturesOfAllShapesGoIntoAFew() {
        var shapes: Set<PixelSize> = []
        for width in [1, 30, 300, 1_000, 2_048, 30_000] {
            for height in [1, 40, 500, 1_536, 3_000] {
                let input = DetectorInput(PixelSize(width: width, height: height))
                shapes.insert(input.shape)
                let (columns, rows) = (input.shape.width, input.shape.height)
                #expect(columns % 32 == 0 && rows % 32 == 0 && columns * rows <= 1_400_000 && input.scale <= 2)
                let isInside = Double(width) * input.scale <= Double(columns) + 0.001
                #expect(isInside && Double(height) * input.scale <= Double(rows) + 0.001)
            }
        }
        #expect(shapes.count <= 20)
        #expect(DetectorInput(PixelSize(width: 1_600, height: 1_200)).shape == PixelSize(width: 1_280, height: 960))
    }

    @Test func aPlainPictureIsAPlainInput() throws {
        let picture = try Pixels(
            [UInt8](repeating: 255, count: 3 * 640 * 480), size: PixelSize(width: 640, height: 480))
        let input = DetectorInput(picture.size)
        let numbers = input.numbers(of: picture)
        #expect(numbers.count == 3 * input.shape.width * input.shape.height)
        #expect(numbers.allSatisfy { abs($0 - 1) < 0.001 || $0 == 0 })
    }

    @Test(arguments: [
        (PixelSize(width: 1_600, height: 1_200), Part(columns: 700..<900, rows: 20..<60)),
        (PixelSize(width: 1_600, height: 1_200), Part(columns: 0..<1_600, rows: 0..<1_200)),
        (PixelSize(width: 300, height: 2_000), Part(columns: 290..<300, rows: 1_999..<2_000)),
        (PixelSize(width: 20, height: 9), Part(columns: 0..<20, rows: 0..<0)),
        (PixelSize(width: 30_000, height: 8), Part(columns: 10_000..<29_000, rows: 0..<8)),
    ])
    func aPartIsSeenInTheSizeOfTheWhole(size: PixelSize, part: Part) {
        let (whole, input) = (DetectorInput(size), DetectorInput(part, of: size))
        #expect(input.scale == whole.scale)
        #expect(input.shape.width <= whole.shape.width && input.shape.height <= whole.shape.height)
        #expect(input.shape.width % 32 == 0 && input.shape.height % 32 == 0)
        for (seen, asked, length, side) in [
            (input.part.columns, part.columns, size.width, input.shape.width),
            (input.part.rows, part.rows, size.height, input.shape.height),
        ] {
            #expect(seen.clamped(to: asked) == asked && seen.clamped(to: 0..<length) == seen)
            #expect(Double(seen.count) * input.scale <= Double(side) + 1)
        }
    }

    /// A line drawn in the part lies in the picture where it is.
    @Test func whatIsFoundInAPartLiesWhereItIsInThePicture() throws {
        let size = PixelSize(width: 1_600, height: 1_200)
        var bytes = [UInt8](repeating: 0, count: 3 * size.width * size.height)
        for row in 1_000..<1_020 { for place in 3 * 1_200..<3 * 1_300 { bytes[3 * row * size.width + place] = 255 } }
        let input = DetectorInput(Part(columns: 1_190..<1_310, rows: 990..<1_030), of: size)
        #expect(input.shape == PixelSize(width: 160, height: 160))
        let numbers = input.numbers(of: try Pixels(bytes, size: size))
        let plane = numbers.prefix(input.shape.width * input.shape.height)
        let map = TextMap(
            width: input.shape.width, height: input.shape.height, likelihoods: plane.map { ($0 + 1) / 2 })
        let line = input.place(of: try #require(map.lines(atMost: 1).first))
        #expect(abs(line.middle.x - 1_250) < 2 && abs(line.middle.y - 1_010) < 2, "\(line)")
    }

    /// What lies beyond the picture's own edge is not cut.
    @Test func aLineThatReachesBeyondThePartIsCut() {
        let picture = PixelSize(width: 1_600, height: 1_200)
        func line(_ x: Int, _ y: Int, along: PlanePoint = PlanePoint(1, 0)) -> Rectangle {
            Rectangle(middle: PlanePoint(Double(x), Double(y)), along: along, width: 60, height: 20)
        }
        let inner = DetectorInput(Part(columns: 700..<900, rows: 500..<560), of: picture)
        let (left, right) = (inner.part.columns.lowerBound, inner.part.columns.upperBound)
        let (top, bottom) = (inner.part.rows.lowerBound, inner.part.rows.upperBound)
        #expect(left > 0 && right < 1_600 && top > 0 && bottom < 1_200)
        // In the middle, ending where the part does, and standing upright at its edge.
        let inside = [line(800, 530), line(left + 30, top + 10), line(left + 29, 530, along: PlanePoint(0, 1))]
        #expect(!inside.contains { inner.cuts($0, in: picture) })
        // The last with a corner alone.
        let beyond = [
            line(left + 29, 530), line(right - 29, 530), line(800, top + 9), line(800, bottom - 9),
            line(left + 29, 530, along: PlanePoint(0.8, 0.6)),
        ]
        #expect(beyond.allSatisfy { inner.cuts($0, in: picture) })

        let corner = DetectorInput(Part(columns: 1_550..<1_600, rows: 0..<40), of: picture)
        let lines = [
            line(1_590, 0), line(corner.part.columns.lowerBound, 0), line(1_590, corner.part.rows.upperBound),
        ]
        #expect(lines.map { corner.cuts($0, in: picture) } == [false, true, true])
        #expect(!DetectorInput(picture).cuts(line(0, 1_200), in: picture))
    }

    @Test(arguments: [(10, 10), (100, 37), (37, 100), (1, 5), (5, 1), (3_000, 48)])
    func whatIsScaledKeepsItsLight(length: Int, scaled: Int) {
        let stretch = Stretch(from: length, to: scaled)
        for place in 0..<scaled {
            let shares = stretch.weights[place * stretch.taps..<(place + 1) * stretch.taps]
            let sum: Double = shares.reduce(into: 0) { $0 += Double($1) }
            let first = stretch.firsts[place]
            #expect(abs(sum - 1) < 0.001 && first >= 0 && first + stretch.taps <= length)
        }
    }

    /// Red on the left and blue on the right of the line, however it lies in the picture.
    @Test(arguments: [
        PlanePoint(1, 0), PlanePoint(0, 1), PlanePoint(-1, 0), PlanePoint(0, -1), PlanePoint(0.6, 0.8),
    ])
    func aLineIsLaidLevel(along: PlanePoint) throws {
        let size = PixelSize(width: 200, height: 200)
        let bytes = (0..<200 * 200).flatMap { pixel -> [UInt8] in
            let (x, y) = (Double(pixel % 200) + 0.5 - 100, Double(pixel / 200) + 0.5 - 100)
            return x * along.x + y * along.y < 0 ? [255, 0, 0] : [0, 0, 255]
        }
        let line = Rectangle(middle: PlanePoint(100, 100), along: along, width: 120, height: 24)
        let crop = LineCrop(line, of: try Pixels(bytes, size: size), longest: 1_920)
        #expect(crop.width == 240)
        func color(_ column: Int) -> [UInt8] {
            Array(crop.bytes[3 * (24 * crop.width + column)..<3 * (24 * crop.width + column) + 3])
        }
        #expect(color(20) == [255, 0, 0] && color(220) == [0, 0, 255])
        #expect(Array(crop.upsideDown.bytes.prefix(3)) == [0, 0, 255])
        let numbers = crop.numbers(width: 320)
        #expect(numbers[48 * 320 * 2] == 1, "red comes last")
        #expect(numbers[319] == 0, "what is left of the input is grey")
    }

    @Test(arguments: [1.0, 4, 4_000]) func aCropIsBoundedHoweverLargeItsLine(height: Double) throws {
        let picture = try Pixels([UInt8](repeating: 9, count: 3 * 64 * 64), size: PixelSize(width: 64, height: 64))
        let line = Rectangle(
            middle: PlanePoint(-500, 9_000), along: PlanePoint(1, 0), width: height * 1_000, height: height)
        #expect(LineCrop(line, of: picture, longest: 192).width == 192)
    }

    @Test func ofTextThatWasTurnedEachLineIsLaidLevel() {
        let long = Rectangle(middle: PlanePoint(50, 50), along: PlanePoint(1, 0), width: 10, height: 90)
        let short = Rectangle(middle: PlanePoint(90, 50), along: PlanePoint(1, 0), width: 12, height: 13)
        let turned = Directions.level([long, short])
        #expect(turned.map(\.along) == [PlanePoint(0, 1), PlanePoint(0, 1)], "what points down is read to the right")
        let level = Rectangle(middle: PlanePoint(50, 50), along: PlanePoint(1, 0), width: 90, height: 10)
        #expect(Directions.level([level, short]) == [level, short])
    }

    @Test func aLineThatMayBeEitherGoesWithTheOthers() {
        let line = Rectangle(middle: PlanePoint(50, 50), along: PlanePoint(1, 0), width: 90, height: 10)
        #expect(
            Directions.upsideDown([(line, 0.99), (line, 0.98), (line, 0.4), (line, 0.02)])
                == [true, true, true, false])
    }

    @Test func linesAreReadFromAboveAndAlongTheirRows() {
        func line(_ x: Double, _ y: Double) -> Rectangle {
            Rectangle(middle: PlanePoint(x, y), along: PlanePoint(1, 0), width: 40, height: 10)
        }
        let lines = [line(80, 52), line(20, 90), line(20, 50), line(20, 10)]
        let sorted = LineOrder.sorted(lines) { $0 }
        #expect(sorted == [lines[3], lines[2], lines[0], lines[1]])
        let upsideDown = LineOrder.sorted(lines.map(\.upsideDown)) { $0 }
        #expect(upsideDown.map(\.middle) == sorted.reversed().map(\.middle))
    }

    @Test func recognitionLeavesOutBlanksAndWhatIsRepeated() {
        func step(_ best: Int, _ likelihood: Float) -> [Float] { (0..<4).map { $0 == best ? likelihood : 0.01 } }
        let steps = [step(1, 0.9), step(1, 0.8), step(0, 0.9), step(1, 0.7), step(2, 0.6), step(0, 1), step(3, 0.5)]
        let recognition = Recognition(steps.flatMap { $0 }, alphabet: ["a", "b", " "])
        #expect(recognition.text == "aab " && abs(recognition.confidence - (0.9 + 0.7 + 0.6 + 0.5) / 4) < 0.001)
        #expect(Recognition([], alphabet: ["a"]).confidence == 0)
    }
}
