import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Runs any graph: TensorFlow Lite, ONNX, or OpenVINO's own, with integers or floats.
///
///     let interpreter = try await ModelInterpreter.open(
///         file, inputs: [GraphFormat("image", .float32, shape: [1, 224, 224, 3])],
///         outputs: [GraphFormat("scores", .float32, shape: [1, 1000])])
///     let answer = try await interpreter.run(["image": GraphTensor(shape: [1, 224, 224, 3], values: .float32(pixels))])
///
/// Safe to call from many tasks at once; as many calls run as there are cores, and the rest wait.
public struct ModelInterpreter: Sendable {
    package let file: DiskPath
    /// In the graph's order, with the dimensions that were fixed on opening.
    package let inputs, outputs: [GraphPort]
    /// Why an older graph is used instead of the newest.
    public package(set) var setback: EvokeError?
    private let runnable: any RunnableGraph
    private let executor: BlockingExecutor

    package static func open(
        _ file: DiskPath, inputs: [GraphFormat] = [], outputs: [GraphFormat] = [], on runtime: any GraphRuntime
    ) async throws -> ModelInterpreter {
        let executor = BlockingExecutor(width: Machine.cores)
        return try await executor.run {
            let graph = try ReadGraph(file, on: runtime)
            try inputs.check(against: graph.inputs(), kind: "input", of: file)
            try graph.fix(inputs)
            try outputs.check(against: graph.outputs(), kind: "output", of: file)
            return try ModelInterpreter(graph, executor)
        }
    }

    /// Throws an error that names the format that doesn't match.
    package func check(inputs: [GraphFormat], outputs: [GraphFormat]) throws(EvokeError) {
        try inputs.check(against: self.inputs, kind: "input", of: file)
        try outputs.check(against: self.outputs, kind: "output", of: file)
    }

    package static func ports(
        of file: DiskPath, on runtime: any GraphRuntime
    ) async throws -> (inputs: [GraphPort], outputs: [GraphPort]) {
        try await BlockingExecutor(width: 1).run {
            let graph = try ReadGraph(file, on: runtime)
            return (try graph.inputs(), try graph.outputs())
        }
    }

    private init(_ graph: ReadGraph, _ executor: BlockingExecutor) throws(EvokeError) {
        file = graph.file.path
        inputs = try graph.inputs()
        outputs = try graph.outputs()
        if let odd = (inputs + outputs).first(where: { $0.type == nil }) {
            throw EvokeError(
                .unsupported, doing: "use the graph", subject: file.display, reason: "'\(odd.name)' is \(odd.form)")
        }
        runnable = try graph.graph.compiled()
        self.executor = executor
    }

    /// Takes a tensor for each input, by name, and returns one for each output.
    ///
    /// Throws `EvokeError`: `wrongUsage` if the tensors don't match the inputs, `inference` if the graph fails. A
    /// canceled task gets `CancellationError` immediately; a run in progress finishes, and its result is dropped.
    public func run(_ tensors: [String: GraphTensor]) async throws -> [String: GraphTensor] {
        for name in tensors.keys where !inputs.contains(where: { $0.name == name }) {
            throw failure("it has no input '\(name)'")
        }
        var given: [GraphInput] = []
        for input in inputs {
            guard let tensor = tensors[input.name] else {
                throw failure("there is no tensor for its input '\(input.name)'")
            }
            try check(tensor, for: input)
            given.append(GraphInput(input.name, tensor))
        }
        let names = outputs.map(\.name)
        let results = try await executor.runWhileWanted { [runnable, given] in
            try runnable.run(given, outputs: names)
        }.whileWanted()
        // Cannot fail: the reader gives each port a unique name.
        return Dictionary(uniqueKeysWithValues: zip(names, results))
    }

    private func check(_ tensor: GraphTensor, for input: GraphPort) throws(EvokeError) {
        let given = GraphPort.form(tensor.type, tensor.shape)
        guard GraphFormat(input.name, tensor.type, shape: tensor.shape).fits(input) else {
            throw failure("its input '\(input.name)' is \(input.form), not \(given)")
        }
        let size = tensor.shape.reduce((1, false)) {
            let product = $0.0.multipliedReportingOverflow(by: $1)
            return (product.partialValue, $0.1 || product.overflow || $1 < 0)
        }
        guard !size.1, size.0 == tensor.count else {
            throw failure("its input '\(input.name)' got \(tensor.count) numbers for \(given)")
        }
    }

    private func failure(_ reason: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "run the graph", subject: file.display, reason: reason)
    }
}

/// A third-party graph, read but not compiled.
struct ReadGraph {
    let file: GraphFile
    let graph: any UncompiledGraph

    init(_ path: DiskPath, on runtime: any GraphRuntime) throws(EvokeError) {
        file = try GraphFile(path)
        graph = try runtime.read(path)
    }

    func inputs() throws(EvokeError) -> [GraphPort] { try Self.ports(graph.inputs(), file.lite?.inputs) }

    func outputs() throws(EvokeError) -> [GraphPort] { try Self.ports(graph.outputs(), file.lite?.outputs) }

    /// Gives free dimensions the requested sizes. If the first of several dimensions is free, it is the batch size, and
    /// 1 unless requested otherwise.
    func fix(_ formats: [GraphFormat]) throws(EvokeError) {
        var shapes: [(place: Int, shape: [Int?])] = []
        for (index, port) in try inputs().enumerated() {
            guard let shape = port.shape else { continue }
            let wanted = formats.first { $0.name == port.name }?.shape
            var fixed = shape
            for place in shape.indices where shape[place] == nil {
                fixed[place] = wanted?[place] ?? (place == 0 && shape.count > 1 ? 1 : nil)
            }
            if fixed != shape { shapes.append((index, fixed)) }
        }
        if !shapes.isEmpty { try graph.reshape(shapes) }
    }

    /// Adds what the file itself declares.
    private static func ports(_ ports: [GraphPort], _ quantization: [TFLiteGraph.Quantization?]?) -> [GraphPort] {
        guard let quantization else { return ports }
        return ports.enumerated().map { index, port in
            GraphPort(
                name: port.name, type: port.type, shape: port.shape,
                quantization: quantization.indices.contains(index) ? quantization[index] : nil)
        }
    }
}
