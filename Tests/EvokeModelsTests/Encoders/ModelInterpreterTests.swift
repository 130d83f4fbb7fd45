import EvokeModels
import EvokeTestSupport
import EvokeValues
import Testing

/// What is asked of a graph of anybody's is looked at before it runs, whatever runs it.
@Suite struct ModelInterpreterTests {
    private let runtime = FakeRuntime()

    @Test func worksOnOneThingUnlessAskedForMore() async throws {
        let file = try SampleGraph.file("colours.onnx")
        #expect(try await ModelInterpreter.ports(of: file, on: runtime).inputs.map(\.form) == ["float32 [?, 3, 8, 8]"])
        #expect(try await open("colours.onnx").inputs.map(\.form) == ["float32 [1, 3, 8, 8]"])
        let pair = try await open("colours.onnx", [GraphFormat("pixels", .float32, shape: [2, 3, nil, nil])])
        #expect(pair.outputs.map(\.form) == ["float32 [2, 3]"])
        let planes = [Float](repeating: 1, count: 192) + [Float](repeating: 0, count: 192)
        let answer = try await pair.run(["pixels": GraphTensor(shape: [2, 3, 8, 8], values: .float32(planes))])
        #expect(answer["logits"]?.values == .float32([8, 8, 8, 0, 0, 0]))
    }

    @Test func saysWhereAGraphIsNotWhatItWasTakenFor() async throws {
        let wrong: [(GraphFormat, String)] = [
            (GraphFormat("image", .float32, shape: [1, 3, 8, 8]), "no input 'image', only 'pixels'"),
            (GraphFormat("pixels", .uint8, shape: [1, 3, 8, 8]), "float32 [?, 3, 8, 8], not uint8 [1, 3, 8, 8]"),
            (GraphFormat("pixels", .float32, shape: [nil, 8, 8]), "not float32 [?, 8, 8]"),
        ]
        for (format, words) in wrong {
            let error = await #expect(throws: EvokeError.self) { try await open("colours.onnx", [format]) }
            #expect(error?.kind == .modelInvalid && error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
    }

    @Test func saysWhatIsWrongWithWhatItIsGiven() async throws {
        let interpreter = try await open("colours.onnx")
        let good = GraphTensor(shape: [1, 3, 8, 8], values: .float32(Array(repeating: 0, count: 192)))
        let wrong: [([String: GraphTensor], String)] = [
            ([:], "no tensor for its input 'pixels'"), (["pixels": good, "more": good], "no input 'more'"),
            (["pixels": GraphTensor(shape: [1, 3, 8, 8], values: .uint8([1]))], "not uint8 [1, 3, 8, 8]"),
            (["pixels": GraphTensor(shape: [2, 3, 8, 8], values: .float32([1]))], "not float32 [2, 3, 8, 8]"),
            (["pixels": GraphTensor(shape: [1, 3, 8, 8], values: .float32([1]))], "1 numbers"),
        ]
        for (tensors, words) in wrong {
            let error = await #expect(throws: EvokeError.self) { try await interpreter.run(tensors) }
            #expect(error?.kind == .wrongUsage && error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
    }

    @Test func aCancelledTaskGetsNoAnswer() async throws {
        let interpreter = try await open("colours.onnx")
        let pixels = GraphTensor(shape: [1, 3, 8, 8], values: .float32([Float](repeating: 1, count: 192)))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await interpreter.run(["pixels": pixels])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await interpreter.run(["pixels": pixels])["logits"]?.floats == [8, 8, 8])
    }

    private func open(_ name: String, _ inputs: [GraphFormat] = []) async throws -> ModelInterpreter {
        try await .open(SampleGraph.file(name), inputs: inputs, on: runtime)
    }
}
