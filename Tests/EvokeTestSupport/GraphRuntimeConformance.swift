package import EvokeModels
import EvokeSystem
import EvokeValues
import EvokeWorkers
import Testing

/// What every `GraphRuntime` must do. Run it against each implementation.
package struct GraphRuntimeConformance {
    let runtime: any GraphRuntime
    let home = TemporaryFolder()
    let executor = BlockingExecutor(width: 4)
    var folder: GraphFolder { GraphFolder(home.path.appending("kept")) }

    package init(_ runtime: any GraphRuntime) {
        self.runtime = runtime
    }

    package enum Check: CaseIterable, Sendable {
        case ports, reshaping, types, shaped, manyThreads, whatIsNoGraph, imageSide, textSide, textsInCompany, keeping
        case forgetting
    }

    package func check(_ check: Check) async throws {
        switch check {
        case .ports: try checkPorts()
        case .reshaping: try checkReshaping()
        case .types: try checkTypes()
        case .shaped: try checkShaped()
        case .manyThreads: try await checkManyThreads()
        case .whatIsNoGraph: try checkWhatIsNoGraph()
        case .imageSide: try await checkImageSide()
        case .textSide: try await checkTextSide()
        case .textsInCompany: try await checkTextsInCompany()
        case .keeping: try await checkKeeping()
        case .forgetting: try await checkForgetting()
        }
    }

    private func checkPorts() throws {
        #expect(try runtime.computes(at: .float32) && runtime.computes(at: .full))
        let colors = try runtime.read(SampleGraph.file("colours.onnx"))
        #expect(try colors.inputs() == [GraphPort(name: "pixels", type: .float32, shape: [nil, 3, 8, 8])])
        #expect(try colors.outputs() == [GraphPort(name: "logits", type: .float32, shape: [nil, 3])])
        let types = try runtime.read(SampleGraph.file("types.onnx"))
        for type in ElementType.allCases {
            #expect(try types.inputs().contains(GraphPort(name: type.rawValue, type: type, shape: [nil, nil])))
            #expect(try types.outputs().contains { $0.name == "twice_\(type.rawValue)" && $0.type == type })
        }
    }

    private func checkReshaping() throws {
        let graph = try runtime.read(SampleGraph.file("colours.onnx"))
        try graph.reshape([(place: 0, shape: [2, 3, 8, 8])])
        #expect(try graph.inputs().map(\.shape) == [[2, 3, 8, 8]] && graph.outputs().map(\.shape) == [[2, 3]])
        let answer = try graph.compiled().run([pictures([[1, 0, 0], [0, 1, 0]])], outputs: ["logits"])
        #expect(answer == [GraphTensor(shape: [2, 3], values: .float32([8, 0, 0, 0, 8, 0]))])
        let error = #expect(throws: EvokeError.self) {
            try runtime.read(SampleGraph.file("colours.onnx")).reshape([(place: 0, shape: [1, 5, 8, 8])])
        }
        #expect(error?.kind == .modelInvalid)
    }

    /// Those outputs that are asked for, in the order that they are asked for.
    private func checkTypes() throws {
        let graph = try runtime.read(SampleGraph.file("types.onnx")).compiled()
        let values: [GraphTensor.Values] = [
            .int8([1, -2, 63]), .float16([0.5, -1, 3]), .int32([1, -2, 3]), .int64([1, -2, 1 << 29]),
            .uint8([1, 2, 127]), .float32([0.5, -1, 3]), .int16([1, -2, 16_000]),
        ]
        let inputs = values.map { GraphTensor(shape: [1, 3], values: $0) }.map { GraphInput($0.type.rawValue, $0) }
        let twice: [GraphTensor.Values] = [
            .int64([2, -4, 1 << 30]), .float16([1, -2, 6]), .int8([2, -4, 126]), .uint8([2, 4, 254]),
            .int16([2, -4, 32_000]), .int32([2, -4, 6]), .float32([1, -2, 6]),
        ]
        let expected = twice.map { GraphTensor(shape: [1, 3], values: $0) }
        for part in [expected[..<3], expected[3...]] {
            #expect(try graph.run(inputs, outputs: part.map { "twice_\($0.type.rawValue)" }) == Array(part))
        }
    }

    /// Once it is compiled, and once it is as it was kept; of one shape, and of several.
    private func checkShaped() throws {
        let file = try SampleGraph.file("colours.onnx")
        let digest = try FileDigest.sha256(of: file)
        let settings = GraphSettings(pace: .soonest, isHalf: false)
        let input = [[1, 0, 0], [0, 1, 0]].flatMap { $0.flatMap { [Float](repeating: $0, count: 64) } }
        for shape in [[2, 3, 8, 8], [nil, 3, 8, 8], [2, 3, 8, 8], [nil, 3, 8, 8]] {
            let graph = ShapedGraph(file, digest: digest, shape: shape, settings: settings)
            let answer = try runtime.ready(graph, in: folder).run(
                [
                    GraphInput(
                        name: ShapedGraph.input, type: .float32, shape: [2, 3, 8, 8], values: .floats([input]))
                ], outputs: [ShapedGraph.output])
            #expect(answer == [GraphTensor(shape: [2, 3], values: .float32([8, 0, 0, 0, 8, 0]))])
        }
        let types = try SampleGraph.file("types.onnx")
        for (file, digest) in [(file, "another"), (types, try FileDigest.sha256(of: types))] {
            let graph = ShapedGraph(file, digest: digest, shape: [2, 3, 8, 8], settings: settings)
            let error = #expect(throws: EvokeError.self) { try runtime.ready(graph, in: folder) }
            #expect(error?.kind == .modelInvalid && error?.subject == file.display)
        }
    }

    private func checkManyThreads() async throws {
        let graph = try runtime.read(SampleGraph.file("colours.onnx"))
        try graph.reshape([(place: 0, shape: [1, 3, 8, 8])])
        let runnable = try graph.compiled()
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let answer = try await executor.run {
                        try runnable.run([pictures([[Float(number), 1, 0]])], outputs: ["logits"])
                    }
                    #expect(answer.map(\.values) == [.float32([8 * Float(number), 8, 0])])
                }
            }
            try await group.waitForAll()
        }
    }

    private func checkWhatIsNoGraph() throws {
        let file = try home.write("no/image.onnx", "This is no graph.".utf8)
        let error = #expect(throws: EvokeError.self) { try runtime.read(file) }
        #expect(error?.kind == .modelInvalid && error?.subject == file.display)
    }

    /// Plain ones, each of its colour.
    private func pictures(_ colors: [[Float]]) -> GraphInput {
        GraphInput(
            name: "pixels", type: .float32, shape: [colors.count, 3, 8, 8],
            values: .floats(colors.map { $0.flatMap { [Float](repeating: $0, count: 64) } }))
    }
}
