import EvokeValues

/// A third-party graph, read but not compiled.
struct ReadGraph {
    let file: GraphFile
    private let graph: any UncompiledGraph

    init(_ path: FilePath, on runtime: any GraphRuntime) throws(EvokeError) {
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

    func compiled() throws(EvokeError) -> any RunnableGraph { try graph.compiled() }

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
