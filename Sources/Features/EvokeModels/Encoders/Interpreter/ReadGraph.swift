import EvokeValues

/// A graph of anybody's that has been read and not compiled.
struct ReadGraph {
    let file: GraphFile
    private let graph: any UncompiledGraph

    init(_ path: FilePath, on runtime: any GraphRuntime) throws(EvokeError) {
        file = try GraphFile(path)
        graph = try runtime.read(path)
    }

    func inputs() throws(EvokeError) -> [GraphPort] { try Self.ports(graph.inputs(), file.lite?.inputs) }

    func outputs() throws(EvokeError) -> [GraphPort] { try Self.ports(graph.outputs(), file.lite?.outputs) }

    /// Gives free dimensions the sizes that were asked for. A free first dimension of several is the number of things
    /// that are worked on at once, and is 1 where nobody asked for another.
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

    /// With what the file itself says of them.
    private static func ports(_ ports: [GraphPort], _ quantization: [TFLiteGraph.Quantization?]?) -> [GraphPort] {
        guard let quantization else { return ports }
        return ports.enumerated().map { index, port in
            GraphPort(
                name: port.name, type: port.type, shape: port.shape,
                quantization: quantization.indices.contains(index) ? quantization[index] : nil)
        }
    }
}
