import EvokeLinux
import EvokeModels
import EvokeSystem
import EvokeValues

/// A graph whose compiled form is cached.
protocol KeepableGraph {
    /// The name in the cache, which covers everything that the compiled graph depends on.
    func name() throws(EvokeError) -> String

    func compiled() throws(EvokeError) -> ReadyGraph

    func load(_ kept: KeptGraph) throws(EvokeError) -> CompiledGraph

    /// Whether its results are those when it was compiled.
    func isConfirmed(_ findings: GraphFindings, by compiled: CompiledGraph) -> Bool
}

extension KeepableGraph {
    /// From the cache.
    func loaded(_ kept: KeptGraph) throws(KeptGraph.Fault) -> ReadyGraph {
        let compiled: CompiledGraph
        do {
            compiled = try load(kept)
        } catch {
            throw KeptGraph.Fault(reason: error.reason)
        }
        guard isConfirmed(kept.findings, by: compiled) else {
            throw KeptGraph.Fault(reason: "its results differ from those when it was compiled")
        }
        return ReadyGraph(compiled: compiled, findings: kept.findings)
    }
}

struct ReadyGraph {
    let compiled: CompiledGraph
    /// Nil if no trial gave results to recognize it by.
    let findings: GraphFindings?
}

extension GraphOrder: KeepableGraph {
    /// Increment it when the cached form of a graph or its trial changes.
    private static let format = 3

    func name() throws(EvokeError) -> String {
        let side = graph == model.description.image.graph ? "image" : "text"
        let parts =
            ["\(Self.format)", try Runtime.start().identity, model.digest, side]
            + settings.properties.map { "\($0.0) \($0.1)" }
        return KeptGraph.name(of: model.digest, parts)
    }

    /// Compiled from the model's files.
    func compiled() throws(EvokeError) -> ReadyGraph {
        var compiled = try compile()
        let findings = try trial.findings(of: graph, &compiled, compile: compile)
        return ReadyGraph(compiled: compiled, findings: findings)
    }

    private func compile() throws(EvokeError) -> CompiledGraph {
        let readable = try ReadableGraph(graph)
        let compiled = try withExtendedLifetime(readable) { () throws(EvokeError) in
            only.isEmpty
                ? try Runtime.start().compile(readable.file, settings.properties) : try compiledForOnly(readable.file)
        }
        try model.checkIsAsItWas(graph.file)
        return compiled
    }

    private func compiledForOnly(_ file: DiskPath) throws(EvokeError) -> CompiledGraph {
        let graph = try OpenVINOGraph(file)
        var shapes: [(place: Int, shape: [Int?])] = []
        for (place, port) in try graph.inputs().enumerated() {
            if let input = only.first(where: { $0.name == port.name }) { shapes.append((place, input.shape)) }
        }
        try graph.reshape(shapes)
        return try Runtime.start().compile(graph, settings.properties)
    }

    func load(_ kept: KeptGraph) throws(EvokeError) -> CompiledGraph {
        try Runtime.start().load(kept, of: graph.file, settings.properties)
    }

    func isConfirmed(_ findings: GraphFindings, by compiled: CompiledGraph) -> Bool {
        trial.isConfirmed(findings, of: graph, by: compiled)
    }
}

extension ShapedGraph: KeepableGraph {
    /// Increment it when the cached form of a graph or its trial changes.
    private static let format = 3

    func name() throws(EvokeError) -> String {
        let parts =
            ["shaped \(Self.format)", try Runtime.start().identity, digest]
            + [shape.map { $0.map(String.init) ?? "?" }.joined(separator: " ")]
            + settings.properties.map { "\($0.0) \($0.1)" }
        return KeptGraph.name(of: digest, parts)
    }

    func compiled() throws(EvokeError) -> ReadyGraph {
        let runtime = try Runtime.start()
        let graph = try OpenVINOGraph(file)
        try shape(graph)
        let compiled = try runtime.compile(graph, settings.properties, places)
        return ReadyGraph(compiled: compiled, findings: try findings(of: compiled))
    }

    func load(_ kept: KeptGraph) throws(EvokeError) -> CompiledGraph {
        try Runtime.start().load(kept, of: file, settings.properties, places)
    }

    private var places: PortIndices { PortIndices(inputs: [Self.input], outputs: outputs) }
}

/// A graph in a form that OpenVINO can read.
///
/// OpenVINO reads external weights only from disk. For a graph decrypted in memory, they are inlined, also in memory,
/// and only for as long as this object exists, because that takes as much memory again. Graphs that OpenVINO computes
/// faster in another form are rewritten too.
final class ReadableGraph {
    let file: DiskPath
    private let memory: MemoryFile?

    init(_ graph: ModelDescription.Graph) throws(EvokeError) {
        let isSealed = !graph.weights.isEmpty && MemoryFile.isLink(graph.file)
        guard let whole = isSealed ? try InlinedGraph(graph.file) : Self.quicker(graph.file) else {
            (file, memory) = (graph.file, nil)
            return
        }
        let memory = try MemoryFile(doing: "lay out in memory", DiskPath("the model's graph and weights"))
        try whole.write { (bytes) throws(EvokeError) in try memory.add(bytes) }
        try memory.freeze()
        (file, self.memory) = (memory.path, memory)
    }

    /// Nil if there is no faster form. Problems with the graph are left for OpenVINO to report.
    private static func quicker(_ graph: DiskPath) -> InlinedGraph? {
        // On errors, the unchanged graph works as well.
        guard graph.suffix == "onnx", let whole = try? InlinedGraph(graph), whole.isQuicker else { return nil }
        return whole
    }
}
