import EvokeEncoders
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
        #expect(input.name == "input" && input.shape == [1, 8, 8, 3])
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
        for (own, other) in zip(answer.floats, expected) { #expect(abs(own - other) <= limit, "\(own), not \(other)") }
    }

    @Test func takesAndGivesEveryType() async throws {
        let values: [GraphTensor.Values] = [
            .float32([0.5, -1, 3]), .float16([0.5, -1, 3]), .int32([1, -2, 3]), .int64([1, -2, 1 << 29]),
            .uint8([1, 2, 127]), .int8([1, -2, 63]), .int16([1, -2, 16_000]),
        ]
        let inputs = Dictionary(
            uniqueKeysWithValues: values.map { GraphTensor(shape: [1, 3], values: $0) }.map { ($0.type.rawValue, $0) })
        let interpreter = try await open(
            SampleGraph.file("types.onnx"),
            inputs: ElementType.allCases.map { GraphFormat($0.rawValue, $0, shape: [1, 3]) },
            outputs: ElementType.allCases.map { GraphFormat("twice_\($0.rawValue)", $0, shape: [nil, 3]) })
        let answers = try await interpreter.run(inputs)
        #expect(answers["twice_float32"]?.values == .float32([1, -2, 6]))
        #expect(answers["twice_float16"]?.values == .float16([1, -2, 6]))
        #expect(answers["twice_int32"]?.values == .int32([2, -4, 6]))
        #expect(answers["twice_int64"]?.values == .int64([2, -4, 1 << 30]))
        #expect(answers["twice_uint8"]?.values == .uint8([2, 4, 254]))
        #expect(answers["twice_int8"]?.values == .int8([2, -4, 126]))
        #expect(answers["twice_int8"]?.floats == [2, -4, 126])
        #expect(answers["twice_int16"]?.values == .int16([2, -4, 32_000]))
    }

    @Test func aCancelledTaskGetsNoAnswer() async throws {
        let interpreter = try await open(SampleGraph.file("colours.onnx"))
        let pixels = GraphTensor(shape: [1, 3, 8, 8], values: .float32([Float](repeating: 1, count: 192)))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await interpreter.run(["pixels": pixels])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await interpreter.run(["pixels": pixels])["logits"]?.floats == [8, 8, 8])
    }

    @Test(arguments: [-1, .min, .max, 1 << 40]) func aDimensionThatCannotBeIsRefused(size: Int) async throws {
        let error = await #expect(throws: EvokeError.self) {
            try await open(
                SampleGraph.file("colours.onnx"), inputs: [GraphFormat("pixels", .float32, shape: [size, 3, nil, nil])])
        }
        #expect(error?.kind == .wrongUsage)
    }

    @Test func worksOnOneThingUnlessAskedForMore() async throws {
        let file = try SampleGraph.file("colours.onnx")
        #expect(
            try await ModelInterpreter.ports(of: file, on: OpenVINORuntime()).inputs.map(\.form) == [
                "float32 [?, 3, 8, 8]"
            ])
        #expect(try await open(file).inputs.map(\.form) == ["float32 [1, 3, 8, 8]"])
        let pair = try await open(
            file, inputs: [GraphFormat("pixels", .float32, shape: [2, 3, nil, nil])])
        #expect(pair.outputs.map(\.form) == ["float32 [2, 3]"])
        let planes = [Float](repeating: 1, count: 192) + [Float](repeating: 0, count: 192)
        let answer = try await pair.run(["pixels": GraphTensor(shape: [2, 3, 8, 8], values: .float32(planes))])
        #expect(answer["logits"]?.values == .float32([8, 8, 8, 0, 0, 0]))
    }

    /// What is free but for the first dimension stays so, and is told by what is given.
    @Test func takesWhateverSizeIsFree() async throws {
        let interpreter = try await open(SampleGraph.file("types.onnx"))
        #expect(interpreter.inputs.allSatisfy { $0.shape == [1, nil] })
        for length in [1, 5, 2] {
            let tensors = ElementType.allCases.map { type in
                (type.rawValue, GraphTensor(shape: [1, length], type: type, repeating: 1))
            }
            let answers = try await interpreter.run(Dictionary(uniqueKeysWithValues: tensors))
            #expect(answers["twice_int32"]?.values == .int32(Array(repeating: 2, count: length)))
            #expect(answers["twice_int32"]?.shape == [1, length])
        }
    }

    @Test func readsOpenVINOsOwnGraphs() async throws {
        let interpreter = try await open(SampleGraph.file("colours.xml"))
        let red = (0..<192).map { $0 < 64 ? Float(1) : 0 }
        let answers = try await interpreter.run(["pixels": GraphTensor(shape: [1, 3, 8, 8], values: .float32(red))])
        #expect(answers["logits"]?.values == .float32([8, 0, 0]))
    }

    @Test func saysWhereAGraphIsNotWhatItWasTakenFor() async throws {
        let file = try SampleGraph.file("colours-int8.tflite")
        let input = GraphFormat("input", .int8, shape: [1, 8, 8, 3])
        let wrong: [([GraphFormat], [GraphFormat], String)] = [
            ([GraphFormat("image", .int8, shape: [1, 8, 8, 3])], [], "no input 'image', only 'input'"),
            ([GraphFormat("input", .uint8, shape: [1, 8, 8, 3])], [], "is int8 [1, 8, 8, 3], and uint8 [1, 8, 8, 3]"),
            ([GraphFormat("input", .int8, shape: [1, 3, 8, 8])], [], "and int8 [1, 3, 8, 8] was expected"),
            ([GraphFormat("input", .int8, shape: [nil, 8, 8])], [], "and int8 [?, 8, 8] was expected"),
            ([input], [GraphFormat("scores", .int8, shape: [1, 3])], "no output 'scores'"),
            ([input], [GraphFormat("t2", .float32, shape: [1, 3])], "and float32 [1, 3] was expected"),
        ]
        for (inputs, outputs, words) in wrong {
            let error = await #expect(throws: EvokeError.self) {
                try await open(file, inputs: inputs, outputs: outputs)
            }
            #expect(error?.kind == .modelInvalid && error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
        _ = try await open(
            file, inputs: [input], outputs: [GraphFormat("t2", .int8, shape: [nil, nil])])
    }

    @Test func refusesShapesAndNumbersThatOpenVINOHasNoRoomFor() async throws {
        let free = try await open(SampleGraph.file("types.onnx"))
        let odd = Dictionary(
            uniqueKeysWithValues: ElementType.allCases.map {
                ($0.rawValue, GraphTensor(shape: [1, -1], type: $0, repeating: 1))
            })
        await #expect(throws: EvokeError.self) { try await free.run(odd) }

        var large = Dictionary(
            uniqueKeysWithValues: ElementType.allCases.map {
                ($0.rawValue, GraphTensor(shape: [1, 1], type: $0, repeating: 1))
            })
        large["int64"] = GraphTensor(shape: [1, 1], values: .int64([1 << 40]))
        let error = await #expect(throws: EvokeError.self) { try await free.run(large) }
        #expect(error?.reason.contains("32 bits") == true)
    }

    @Test func answersManyTasksAtOnce() async throws {
        let interpreter = try await open(SampleGraph.file("colours.onnx"))
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let planes = [Float](repeating: Float(number), count: 192)
                    let answer = try await interpreter.run([
                        "pixels": GraphTensor(shape: [1, 3, 8, 8], values: .float32(planes))
                    ])
                    #expect(answer["logits"]?.values == .float32(Array(repeating: 8 * Float(number), count: 3)))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func saysWhatIsNoGraph() async throws {
        for (name, kind) in [
            ("text.tflite", EvokeError.Kind.modelInvalid), ("text.onnx", .modelInvalid), ("text.xml", .modelInvalid),
            ("text.txt", .unsupported),
        ] {
            let file = try folder.write(name, "This is no graph.".utf8)
            let error = await #expect(throws: EvokeError.self) { try await open(file) }
            #expect(error?.kind == kind && error?.subject == file.display)
        }
        let alone = try folder.copy(SampleGraph.file("colours.xml"), to: "alone.xml")
        let error = await #expect(throws: EvokeError.self) { try await open(alone) }
        #expect(error?.kind == .modelInvalid)
        #expect(error?.cause?.domain == "openvino" && error?.cause?.text.contains("\n") == false)
    }

    private func open(
        _ file: FilePath, inputs: [GraphFormat] = [], outputs: [GraphFormat] = []
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
