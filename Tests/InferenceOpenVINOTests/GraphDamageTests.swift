import EvokeModels
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import InferenceOpenVINO
import Testing

/// Graphs as broken transfers leave them, and as an enemy would make them, are opened, made ready and run once. Each gets
/// an answer or an error; one that ends the process ends this run of the tests, and is left in the temporary folder.
@Suite struct GraphDamageTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        "classifier-int8.tflite", "classifier-float32.tflite", "colours.onnx", "types.onnx", "colours.xml",
    ])
    func cutAnywhereIsAnError(name: String) async throws {
        let source = try SampleGraph.file(name)
        let whole = try FileSystem.read(source)
        try writeWeights(name)
        for length in stride(from: 0, to: whole.count - 8, by: max(1, whole.count / 60)) {
            let file = try folder.write("cut." + source.suffix, whole.prefix(length))
            #expect(await !isRun(file), "\(name) cut to \(length)")
        }
    }

    @Test(
        arguments: [
            ("classifier-int8.tflite", 800), ("classifier-uint8.tflite", 300), ("classifier-float32.tflite", 300),
            ("colours.onnx", 300), ("types.onnx", 150), ("colours.xml", 150),
        ]) func damagedAnywhereIsNoEnd(name: String, rounds: Int) async throws
    {
        let source = try SampleGraph.file(name)
        let whole = try FileSystem.read(source)
        try writeWeights(name)
        var random = SeededGenerator(seed: TestSeed.value)
        var ran = 0
        for round in 0..<rounds {
            var bytes = random.damaged(whole, round: round)
            // Half of them with but one bit of it changed.
            if round % 2 == 0 {
                bytes = whole
                bytes[Int.random(in: 0..<whole.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            let file = try folder.write("damaged." + source.suffix, bytes)
            if await isRun(file) { ran += 1 }
        }
        #expect(ran > 0 && ran < rounds, "\(ran) of \(rounds) still run")
    }

    @Test func whatAsksForWhatThereIsNotIsAnError() async throws {
        for file in try SampleGraph.hostile() { #expect(await !isRun(file), "\(file)") }
    }

    private func writeWeights(_ name: String) throws {
        if name == "colours.xml" {
            for copy in ["cut.bin", "damaged.bin"] {
                _ = try folder.copy(SampleGraph.file("colours.bin"), to: copy)
            }
        }
    }

    /// Whether it could be opened and gave an answer.
    private func isRun(_ file: DiskPath) async -> Bool {
        do {
            let interpreter = try await ModelInterpreter.open(file, on: OpenVINORuntime())
            var tensors: [String: GraphTensor] = [:]
            for input in interpreter.inputs {
                let shape = (input.shape ?? [1]).map { $0 ?? 2 }
                guard let type = input.type, shape.reduce(1, { min($0, 1 << 24) * $1 }) < 1 << 24 else { return false }
                tensors[input.name] = GraphTensor(shape: shape, type: type, repeating: 1)
            }
            _ = try await interpreter.run(tensors)
            return true
        } catch {
            #expect(error is EvokeError, "\(error)")
            return false
        }
    }
}
