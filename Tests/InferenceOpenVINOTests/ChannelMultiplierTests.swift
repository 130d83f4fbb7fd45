import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels
@testable import InferenceOpenVINO

/// Graphs are changed for OpenVINO's sake where that makes them quicker, and answer as they did.
@Suite struct ChannelMultiplierTests {
    private let home = TemporaryFolder()

    @Test(arguments: [(2, [6, 1, 3, 3]), (3, [6, 1, 3, 3]), (32, [64, 1, 3, 3])])
    func severalChannelsOfEachAreTheSameChannels(groups: Int, weights: [Int]) throws {
        let file = try home.write("graph.onnx", GraphSketch.convolution(groups: groups, weights: weights).bytes)
        let readable = try ReadableGraph(graph(file))
        #expect(readable.file != file)
        let (before, after) = (try ONNXGraph(file), try ONNXGraph(readable.file))
        #expect(after.inputs == before.inputs && after.outputs == before.outputs)
        #expect(before.operators == ["Conv"] && after.operators == ["Conv", "Gather"])
        let (old, new) = (try answer(of: file, groups), try answer(of: readable.file, groups))
        #expect(old.count == 2 * weights[0] * 16 && old.count == new.count)
        #expect(zip(old, new).allSatisfy { abs($0 - $1) <= 1e-4 * max(1, abs($0)) })
        #expect(Set(old).count > old.count / 2, "a channel in the place of another would be seen")
    }

    /// One channel of each, groups of several channels, no groups, more groups than there is room for, and no graph.
    @Test(arguments: [(2, [2, 1, 3, 3]), (2, [4, 2, 3, 3]), (1, [4, 1, 3, 3]), (Int.max, [4, 1, 3, 3])])
    func othersStayAsTheyAre(groups: Int, weights: [Int]) throws {
        let bytes = GraphSketch.convolution(groups: groups, channels: 4, weights: weights).bytes
        let file = try home.write("graph.onnx", bytes)
        #expect(try ReadableGraph(graph(file)).file == file)
        let cut = try home.write("cut.onnx", bytes.dropLast(bytes.count / 2))
        #expect(try ReadableGraph(graph(cut)).file == cut)
    }

    private func graph(_ file: DiskPath) -> ModelDescription.Graph {
        ModelDescription.Graph(
            file: file, weights: [], output: "features", outputType: .float32, isQuantized: false,
            isCalibrated: false)
    }

    private func answer(of file: DiskPath, _ channels: Int) throws -> [Float] {
        let shape = [2, channels, 6, 6]
        let order = ShapedGraph(
            file, digest: try FileDigest.sha256(of: file), shape: shape,
            settings: GraphSettings(pace: .soonest, isHalf: false))
        let numbers = (0..<shape.reduce(1, *)).map { (place: Int) -> Float in Float(place % 23) / 4 - Float(place % 7) }
        let runnable = try OpenVINORuntime().ready(order, in: GraphFolder(home.path.appending("kept")))
        let input = GraphInput(name: ShapedGraph.input, type: .float32, shape: shape, values: .floats([numbers]))
        return try runnable.run([input], outputs: [ShapedGraph.output]).flatMap(\.floats)
    }
}
