import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// What OpenVINO computes otherwise than a graph says. `make fidelity-small` has whole models with some of it.
@Suite struct DoubtfulNodeTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        GraphSketch.Operator("QLinearMul", "pixels", to: "made"),
        GraphSketch.Operator("QLinearAveragePool", "pixels", to: "made"),
        GraphSketch.Operator("Resize", "pixels", to: "made", numbers: [("antialias", 1)]),
        GraphSketch.Operator("Resize", "pixels", to: "made", numbers: [("antialias", 0), ("exclude_outside", 1)]),
        GraphSketch.Operator("LSTM", "pixels", to: "made", numbers: [("hidden_size", 8), ("layout", 1)]),
        GraphSketch.Operator("Attention", "pixels", to: "made", numbers: [("num_heads", 4), ("scale", 1)]),
    ]) func isRefused(doubtful: GraphSketch.Operator) throws {
        let file = try graph(doubtful)
        let error = #expect(throws: EvokeError.self) { try GraphFile(file) }
        #expect(error?.reason.contains("'\(doubtful.kind)'") == true, "\(error?.description ?? "")")
        #expect(error?.remedies.isEmpty == false)
    }

    @Test(arguments: [
        GraphSketch.Operator("QLinearConv", "pixels", to: "made"),
        GraphSketch.Operator("Resize", "pixels", to: "made", numbers: [("antialias", 0), ("exclude_outside", 0)]),
        GraphSketch.Operator("LSTM", "pixels", to: "made", numbers: [("hidden_size", 8), ("layout", 0)]),
        GraphSketch.Operator("Attention", "pixels", to: "made", numbers: [("num_heads", 4)]),
        GraphSketch.Operator("Attention", "pixels", to: "made", numbers: [("q_num_heads", 4), ("scale", 1)]),
    ]) func otherFormsAreRead(usual: GraphSketch.Operator) throws {
        _ = try GraphFile(graph(usual))
    }

    private func graph(_ only: GraphSketch.Operator) throws -> DiskPath {
        let sketch = GraphSketch(
            inputs: [.init("pixels", .float32, [1, 3, 32, 32])], outputs: [.init("made", .float32, [1, 48])],
            operators: [only])
        return try folder.write("graph.onnx", sketch.bytes)
    }
}
