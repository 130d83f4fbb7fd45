import EvokeModels
import EvokeValues

/// A graph whose compiled form is cached.
protocol KeepableGraph {
    /// The name in the cache, which covers everything that the compiled graph depends on.
    func name() throws(EvokeError) -> String

    func compiled() throws(EvokeError) -> ReadyGraph

    /// From the cache; throws if its results differ from those when it was compiled.
    func loaded(_ kept: KeptGraph) throws(KeptGraph.Fault) -> ReadyGraph
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

    func loaded(_ kept: KeptGraph) throws(KeptGraph.Fault) -> ReadyGraph {
        let compiled: CompiledGraph
        do {
            compiled = try Runtime.start().load(kept, of: graph.file, settings.properties)
        } catch {
            throw KeptGraph.Fault(reason: error.reason)
        }
        guard trial.isConfirmed(kept.findings, of: graph, by: compiled) else {
            throw KeptGraph.Fault(reason: "its results differ from those when it was compiled")
        }
        return ReadyGraph(compiled: compiled, findings: kept.findings)
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

    func loaded(_ kept: KeptGraph) throws(KeptGraph.Fault) -> ReadyGraph {
        let compiled: CompiledGraph
        do {
            compiled = try Runtime.start().load(kept, of: file, settings.properties, places)
        } catch {
            throw KeptGraph.Fault(reason: error.reason)
        }
        guard isConfirmed(kept.findings, by: compiled) else {
            throw KeptGraph.Fault(reason: "its results differ from those when it was compiled")
        }
        return ReadyGraph(compiled: compiled, findings: kept.findings)
    }

    private var places: PortIndices { PortIndices(inputs: [Self.input], outputs: outputs) }
}
