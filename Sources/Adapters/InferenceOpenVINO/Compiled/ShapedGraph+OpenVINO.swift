import EvokeModels
import EvokeValues

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
