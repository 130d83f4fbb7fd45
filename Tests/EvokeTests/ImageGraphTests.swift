import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke
@testable import EvokeModels

/// The graphs sort pictures by their mean colour: eight times red, green and blue, and a softmax of these where they are
/// TensorFlow Lite.
@Suite struct ImageGraphTests {
    private let folder = TemporaryFolder()
    private static let colors = ["red", "green", "blue"]

    @Test(arguments: ["colours-float32.tflite", "colours-int8.tflite", "colours.onnx", "colours.xml"])
    func namesTheColorOfAPicture(name: String) async throws {
        let graph = try await ImageGraph.open(SampleGraph.file(name), labels: Self.colors)
        for (index, label) in Self.colors.enumerated() {
            let scores = try await graph.classify(picture((0..<3).map { $0 == index ? 255 : 0 }))
            #expect(scores.count == 3 && scores[0].label == label && scores[0].index == index)
            let sum = scores.reduce(0) { $0 + $1.probability }
            #expect(abs(scores[0].probability - 0.9993) < 0.005 && abs(sum - 1) < 0.02, "\(scores)")
        }
    }

    /// A full red is 1, 255, or something of the user's own, and so the logits are eight times that.
    @Test(arguments: [
        (GraphPixels.Range.zeroToOne, [Float(1), 0]), (.minusOneToOne, [1, -1]), (.zeroTo255, [255, 0]),
        (.normalized(mean: [0.5, 0.25, 0.25], std: [0.5, 0.25, 0.25]), [1, -1]),
    ]) func putsPixelsIntoTheRange(range: GraphPixels.Range, values: [Float]) async throws {
        let interpreter = try await ModelInterpreter.open(SampleGraph.file("colours.onnx"))
        let input = try PictureInput(interpreter.inputs[0], GraphPixels(range: range))
        let red: [Float] = [1, 0, 0]
        let planes = (0..<3).flatMap { (color: Int) -> [Float] in
            let value = (red[color] - input.image.mean[color]) / input.image.std[color]
            return [Float](repeating: value, count: 64)
        }
        let logits = try #require(try await interpreter.run(["pixels": input.tensor(of: planes)])["logits"]).floats
        #expect(abs(logits[0] - 8 * values[0]) < 1e-3 && abs(logits[1] - 8 * values[1]) < 1e-3)
    }

    @Test func putsPixelsIntoWholeNumbers() throws {
        let own = TFLiteGraph.Quantization(scale: 1 / 128, zeroPoint: 0)
        let planes: [Float] = [0, 1]
        func values(_ type: ElementType, _ numbers: TFLiteGraph.Quantization?, _ range: GraphPixels.Range) throws
            -> [Float]
        {
            let port = GraphPort(name: "x", type: type, shape: [1, 1, 2, 3], quantization: numbers)
            let input = try PictureInput(port, GraphPixels(range: range))
            let made = (0..<3).flatMap { color in
                planes.map { ($0 - input.image.mean[color]) / input.image.std[color] }
            }
            return Array(input.tensor(of: made).floats[1...3])
        }
        let wide = TFLiteGraph.Quantization(scale: 1 / 32_767, zeroPoint: 0)
        let cases: [(ElementType, TFLiteGraph.Quantization?, GraphPixels.Range, [Float]?)] = [
            (.uint8, nil, .standard, [0, 0, 255]), (.uint8, own, .standard, [0, 0, 255]),
            (.int8, own, .standard, [-128, -128, 127]), (.int8, own, .minusOneToOne, [-128, -128, 127]),
            (.int8, own, .zeroToOne, [0, 0, 127]), (.uint8, nil, .zeroTo255, [0, 0, 255]),
            (.int16, wide, .standard, [0, 0, 32_767]), (.int16, wide, .minusOneToOne, [-32_767, -32_767, 32_767]),
            // It holds no more.
            (.int16, wide, .zeroTo255, [0, 0, 32_767]), (.int16, nil, .zeroTo255, [0, 0, 255]),
            (.int16, nil, .standard, nil), (.int8, nil, .zeroTo255, nil), (.uint8, nil, .zeroToOne, nil),
            (.int32, nil, .zeroTo255, nil),
        ]
        for (type, numbers, range, wanted) in cases {
            #expect((try? values(type, numbers, range)) == wanted, "\(type) \(range)")
        }
    }

    /// The same network in floats and in whole numbers of 16 bits.
    @Test func aGraphOfSixteenBitsSeesWhatItsFloatsSee() async throws {
        let labels = ["a", "b", "c", "d", "e"]
        let floats = try await ImageGraph.open(SampleGraph.file("classifier-float32.tflite"), labels: labels)
        let whole = try await ImageGraph.open(SampleGraph.file("classifier-int16.tflite"), labels: labels)
        for color: [UInt8] in [[255, 0, 0], [0, 200, 90], [12, 34, 240]] {
            let expected = try await floats.classify(picture(color))
            let scores = try await whole.classify(picture(color))
            #expect(scores.map(\.label) == expected.map(\.label))
            for (own, other) in zip(scores, expected) { #expect(abs(own.probability - other.probability) < 0.005) }
        }
    }

    @Test func putsColorsInTheOrderThatIsAskedFor() async throws {
        let port = GraphPort(name: "x", type: .float32, shape: [1, 1, 2, 3], quantization: nil)
        let planes: [Float] = [1, 2, 3, 4, 5, 6]
        func values(_ channels: GraphPixels.Channels) throws -> [Float] {
            try PictureInput(port, GraphPixels(channels: channels)).tensor(of: planes).floats
        }
        #expect(try values(.rgb) == [1, 3, 5, 2, 4, 6] && values(.bgr) == [5, 3, 1, 6, 4, 2])
        let file = try SampleGraph.file("colours.onnx")
        let swapped = try await ImageGraph.open(
            file, labels: Self.colors, pixels: GraphPixels(channels: .bgr, fit: .squash))
        #expect(try await swapped.classify(picture([255, 0, 0]))[0].label == "blue")
        #expect(throws: PictureInput.Unfit.self) { try PictureInput(port, GraphPixels(fit: .shortest(1))) }
    }

    @Test func tellsHowPixelsLie() throws {
        func layout(_ shape: [Int?]?, _ layout: GraphPixels.Layout? = nil) throws -> PixelSize {
            let port = GraphPort(name: "x", type: .float32, shape: shape, quantization: nil)
            return try PictureInput(port, GraphPixels(layout: layout)).image.size
        }
        let sizes = try [
            layout([1, 3, 4, 6]), layout([nil, 4, 6, 3]), layout([1, 3, 5, 3], .nchw), layout([1, 3, 5, 3], .nhwc),
        ]
        #expect(sizes.map { [$0.width, $0.height] } == [[6, 4], [6, 4], [3, 5], [5, 3]])
        for shape: [Int?]? in [
            [1, 3, 5, 3], [1, 1, 4, 4], [3, 4, 4], [2, 3, 4, 4], [1, 3, nil, nil], [1, 3, 0, 4], [1, 3, 1 << 20, 4],
            nil,
        ] {
            #expect(throws: PictureInput.Unfit.self) { try layout(shape) }
        }
        #expect(throws: PictureInput.Unfit.self) { try layout([1, 4, 6, 3], .nchw) }
    }

    @Test func makesProbabilitiesOfWhatIsNone() {
        #expect(ImageGraph.probabilities(of: [0.25, 0.75]) == [0.25, 0.75])
        #expect(ImageGraph.probabilities(of: [0.9, 0.8, 0]) == [0.9, 0.8, 0])
        let shares = ImageGraph.probabilities(of: [1_000, 999, -1_000])
        #expect(abs(shares[0] - 0.731) < 1e-3 && abs(shares[1] - 0.269) < 1e-3 && shares[2] == 0)
    }

    @Test func saysBothCountsWhereLabelsDoNotFit() async throws {
        for labels in [["red"], Self.colors + ["black"], []] {
            let error = await #expect(throws: EvokeError.self) {
                try await ImageGraph.open(SampleGraph.file("colours.onnx"), labels: labels)
            }
            #expect(error?.kind == .wrongUsage && error?.reason.contains("there are \(labels.count) labels") == true)
        }
        let many = await #expect(throws: EvokeError.self) {
            try await ImageGraph.open(SampleGraph.file("types.onnx"), labels: Self.colors)
        }
        #expect(many?.reason.contains("7 inputs") == true)
    }

    private func picture(_ color: [UInt8]) throws -> DiskPath {
        try folder.write("colour.png", TestPicture.png(color: color))
    }
}
