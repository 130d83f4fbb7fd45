import EvokeModels
import EvokeTestSupport
import EvokeValues
import InferenceOpenVINO
import Testing

@Suite struct ModelInterpreterTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        "classifier-float32", "classifier-int8", "classifier-uint8", "classifier-int16", "colours-float32",
        "colours-int8",
    ])
    func answersAsLiteRTDoes(name: String) async throws {
        let expected = try #require(try SampleGraph.golden()["\(name).tflite"])
        let interpreter = try await open(SampleGraph.file("\(name).tflite"))
        let input = try #require(interpreter.inputs.first)
        try #require(input.name == "input" && input.shape == [1, 8, 8, 3])
        let pattern = SampleGraph.pattern(192)
        let values: GraphTensor.Values =
            switch input.type {
            case .int8: .int8(pattern.map { Int8($0 - 128) })
            case .uint8: .uint8(pattern.map { UInt8($0) })
            case .int16: .int16(pattern.map { Int16($0 * 130) })
            default: .float32(pattern.map { Float($0) / 255 })
            }
        let answers = try await interpreter.run(["input": GraphTensor(shape: [1, 8, 8, 3], values: values)])
        let answer = try #require(answers[interpreter.outputs[0].name])
        #expect(answer.type == input.type && answer.shape == [1, expected.count])
        let limit: Float = input.type == .float32 ? 1e-5 : 1
        let isNear = zip(answer.floats, expected).allSatisfy { abs($0 - $1) <= limit }
        #expect(isNear, "\(answer.floats), not \(expected)")
    }

    @Test(arguments: [-1, .min, .max, 1 << 40]) func aDimensionThatCannotBeIsRefused(size: Int) async throws {
        let error = await #expect(throws: EvokeError.self) {
            try await open(
                SampleGraph.file("colours.onnx"), inputs: [GraphFormat("pixels", .float32, shape: [size, 3, nil, nil])])
        }
        #expect(error?.kind == .wrongUsage)
    }

    /// What is free but for the first dimension stays so, and is told by what is given.
    @Test func takesWhateverSizeIsFree() async throws {
        let interpreter = try await open(SampleGraph.file("types.onnx"))
        #expect(interpreter.inputs.allSatisfy { $0.shape == [1, nil] })
        for length in [1, 5, 2] {
            let answer = try await interpreter.run(ones([1, length]))["twice_int32"]
            #expect(answer == GraphTensor(shape: [1, length], values: .int32(Array(repeating: 2, count: length))))
        }
    }

    private func ones(_ shape: [Int]) -> [String: GraphTensor] {
        Dictionary(
            uniqueKeysWithValues: ElementType.allCases.map {
                ($0.rawValue, GraphTensor(shape: shape, type: $0, repeating: 1))
            })
    }

    @Test func readsOpenVINOsOwnGraphs() async throws {
        let interpreter = try await open(SampleGraph.file("colours.xml"))
        let red = (0..<192).map { $0 < 64 ? Float(1) : 0 }
        let answers = try await interpreter.run(["pixels": GraphTensor(shape: [1, 3, 8, 8], values: .float32(red))])
        #expect(answers["logits"]?.values == .float32([8, 0, 0]))
    }

    @Test func refusesShapesAndNumbersThatOpenVINOHasNoRoomFor() async throws {
        let free = try await open(SampleGraph.file("types.onnx"))
        await #expect(throws: EvokeError.self) { try await free.run(ones([1, -1])) }
        var large = ones([1, 1])
        large["int64"] = GraphTensor(shape: [1, 1], values: .int64([1 << 40]))
        let error = await #expect(throws: EvokeError.self) { try await free.run(large) }
        #expect(error?.reason.contains("32 bits") == true)
    }

    @Test func saysWhatIsNoGraph() async throws {
        let alone = try folder.copy(SampleGraph.file("colours.xml"), to: "alone.xml")
        let error = await #expect(throws: EvokeError.self) { try await open(alone) }
        #expect(error?.kind == .modelInvalid && error?.cause?.domain == "openvino")
        #expect(error?.cause?.text.contains("\n") == false)
    }

    private func open(
        _ file: DiskPath, inputs: [GraphFormat] = [], outputs: [GraphFormat] = []
    ) async throws -> ModelInterpreter {
        try await .open(file, inputs: inputs, outputs: outputs, on: OpenVINORuntime())
    }
}

extension GraphTensor {
    /// One number over and over, as many as fit a shape of positive sizes.
    init(shape: [Int], type: ElementType, repeating number: Int) {
        let count = max(0, shape.reduce(1, *))
        let values: Values =
            switch type {
            case .float32: .float32(Array(repeating: Float(number), count: count))
            case .float16: .float16(Array(repeating: Float16(number), count: count))
            case .int32: .int32(Array(repeating: Int32(number), count: count))
            case .int64: .int64(Array(repeating: Int64(number), count: count))
            case .int16: .int16(Array(repeating: Int16(number), count: count))
            case .uint8: .uint8(Array(repeating: UInt8(number), count: count))
            case .int8: .int8(Array(repeating: Int8(number), count: count))
            }
        self.init(shape: shape, values: values)
    }
}
