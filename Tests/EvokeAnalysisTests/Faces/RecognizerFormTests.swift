import EvokeModels
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// How a face becomes what a recogniser takes.
@Suite struct RecognizerFormTests {
    /// The five points are where ArcFace has them, in a picture of the same size: nothing is moved.
    @Test func aFaceThatLiesRightIsTakenAsItIs() throws {
        let side = 112
        let bytes = (0..<side * side).flatMap { place -> [UInt8] in
            [UInt8(place % side), UInt8(place / side), 200]
        }
        let pyramid = Pyramid(try Pixels(bytes, size: PixelSize(width: side, height: side)), downTo: side)
        let chip = FaceChip(points(scale: 1), of: pyramid, .arcface, side: side)
        for (column, row) in [(38, 52), (74, 52), (56, 72), (20, 100)] {
            let start = 3 * (row * side + column)
            let off = zip(chip.numbers[start..<start + 3], [Float(column), Float(row), 200]).map { abs($0 - $1) }
            #expect(off.allSatisfy { $0 < 0.05 }, "\(column), \(row): \(off)")
        }
        // The same face, three times as large and somewhere else.
        let large = (0..<9 * side * side).flatMap { place -> [UInt8] in
            [UInt8(place % (3 * side) / 3), UInt8(place / (3 * side) / 3), 200]
        }
        let far = Pyramid(try Pixels(large, size: PixelSize(width: 3 * side, height: 3 * side)), downTo: 3 * side)
        let again = FaceChip(points(scale: 3), of: far, .arcface, side: side)
        #expect(zip(chip.numbers, again.numbers).allSatisfy { abs($0 - $1) < 1.5 })
    }

    @Test(
        arguments: [
            ([0, 255], nil, nil, GraphDescription.Picture.Channels.rgb, [10, 20, 30]),
            ([-1, 1], nil, nil, .bgr, [30 / 127.5 - 1, 20 / 127.5 - 1, 10 / 127.5 - 1]),
            (nil, nil, nil, .rgb, [10 / 255, 20 / 255, 30 / 255]),
            (
                nil, [0.1, 0.2, 0.3], [0.5, 0.25, 0.125], .rgb,
                [
                    (10 / 255 - 0.1) / 0.5, (20 / 255 - 0.2) / 0.25, (30 / 255 - 0.3) / 0.125,
                ]
            ),
        ] as [([Float]?, [Float]?, [Float]?, GraphDescription.Picture.Channels, [Float])])
    func colorsAreAsItsPublisherSays(
        range: [Float]?, mean: [Float]?, std: [Float]?, channels: GraphDescription.Picture.Channels, color: [Float]
    ) throws {
        for isPlanar in [true, false] {
            var picture = GraphDescription.Picture()
            (picture.range, picture.mean, picture.std, picture.channels) = (range, mean, std, channels)
            let form = try RecognizerForm(description(isPlanar ? [nil, 3, 16, 16] : [1, 16, 16, 3], picture))
            #expect(form.shape == (isPlanar ? [1, 3, 16, 16] : [1, 16, 16, 3]))
            let bytes = (0..<256).flatMap { _ -> [UInt8] in [10, 20, 30] }
            let pyramid = Pyramid(try Pixels(bytes, size: PixelSize(width: 16, height: 16)), downTo: 16)
            let chip = FaceChip(points(scale: 16.0 / 112), of: pyramid, .arcface, side: 16)
            let numbers = form.numbers(of: chip)
            let pixel = 8 * 16 + 8
            let seen = (0..<3).map { isPlanar ? numbers[256 * $0 + pixel] : numbers[3 * pixel + $0] }
            #expect(zip(seen, color).allSatisfy { abs($0 - $1) < 1e-4 }, "\(seen) \(color)")
        }
    }

    @Test func vectorsOfDirectionsHaveLengthOne() throws {
        func vector(of numbers: [Float], isUnit: Bool) throws -> [Float] {
            try RecognizerForm(description([1, 3, 16, 16], isUnit: isUnit)).vector(of: numbers)
        }
        #expect(try vector(of: [3, 4], isUnit: true) == [0.6, 0.8] && vector(of: [3, 4], isUnit: false) == [3, 4])
        #expect(try FaceVector(vector(of: [0, 0], isUnit: true), fingerprint: "") == nil, "it is no direction")
    }

    @Test(
        arguments: [
            [1, 3, 16], [1, 3, 16, 17], [2, 3, 16, 16], [1, 4, 16, 16], [1, 3, nil, nil], [1, 3, 8, 8],
            [1, 3, 2_000, 2_000],
        ] as [[Int?]]) func whatIsNoFaceIsRefused(shape: [Int?])
    {
        #expect(throws: RecognizerForm.Unfit.self) { try RecognizerForm(description(shape)) }
    }

    /// Whatever changes its vectors or what they mean is part of what it is.
    @Test func eachFormHasATextOfItsOwn() throws {
        var picture = GraphDescription.Picture()
        picture.range = [0, 255]
        let others = [
            description([1, 3, 16, 16], isUnit: false), description([1, 3, 32, 32]), description([1, 16, 16, 3]),
            description([1, 3, 16, 16], picture), description([1, 3, 16, 16], alignment: .dlib),
            description([1, 3, 16, 16], pair: 0.6),
        ]
        let texts = try Set(([description([1, 3, 16, 16])] + others).map { try RecognizerForm($0).text })
        #expect(texts.count == others.count + 1)
    }

    private func description(
        _ shape: [Int?], _ picture: GraphDescription.Picture? = nil, isUnit: Bool = true,
        alignment: GraphDescription.Face.Alignment = .arcface, pair: Double = 0.5
    ) -> GraphDescription {
        GraphDescription(
            file: "a.onnx", picture: picture,
            face: .init(alignment, isUnit: isUnit, distances: FaceDistances(group: 0.4, pair: pair, doubt: 0.7)),
            inputs: [.init("data", .float32, shape: shape)], outputs: [.init("vector", .float32, shape: [1, 9])])
    }

    /// Of a face whose eyes, nose and mouth are where ArcFace has them, so much larger.
    private func points(scale: Double) -> FacePoints {
        var numbers = [Float](repeating: 0, count: 3 * 468)
        for (points, place) in zip(FaceAlignment.arcface.points, FaceAlignment.arcface.places) {
            for point in points {
                numbers[3 * point] = Float(112 * place.x)
                numbers[3 * point + 1] = Float(112 * place.y)
            }
        }
        let side = Double(FacePoints.side)
        let square = Similarity(side: side, middle: PlanePoint(scale * side / 2, scale * side / 2), width: scale * side)
        return FacePoints(numbers, score: 9, square)
    }
}
