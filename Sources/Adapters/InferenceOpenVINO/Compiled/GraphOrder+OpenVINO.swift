import EvokeEncoders
import EvokeModels
import EvokeValues

extension GraphOrder {
    /// Raised when what is kept of a compiled graph changes, or how it is tried.
    private static let format = 1

    /// What its compiled form is kept under: all that it is made of. The model comes first, so that what is kept of one
    /// can be told from the rest.
    func name() throws(EvokeError) -> String {
        let side = graph == model.description.image.graph ? "image" : "text"
        let parts =
            ["\(Self.format)", try Runtime.start().identity, model.digest, side]
            + settings.properties.map { "\($0.0) \($0.1)" }
        let digest = FileDigest.sha256(of: parts.joined(separator: "\n"))
        return "\(Self.prefix(ofModel: model.digest))\(digest.prefix(32))\(Self.suffix)"
    }

    static let suffix = ".graph"

    static func prefix(ofModel digest: String) -> String { "\(digest.prefix(32))-" }

    /// Read from the model's files.
    func compiled() throws(EvokeError) -> ReadyGraph {
        var compiled = try compile()
        let findings = try trial.findings(of: graph, &compiled, compile: compile)
        return ReadyGraph(compiled: compiled, findings: findings)
    }

    private func compile() throws(EvokeError) -> CompiledGraph {
        let readable = try ReadableGraph(graph)
        let compiled = try withExtendedLifetime(readable) { () throws(EvokeError) in
            try Runtime.start().compile(readable.file, settings.properties)
        }
        guard model.isAsItWas else {
            throw EvokeError(
                .modelInvalid, doing: "load the graph", subject: graph.file.display,
                reason: "it was replaced while it was loaded", remedy: "Try again.")
        }
        return compiled
    }

    /// Ready from what was kept; an error where that does not answer as it did when it was made.
    func loaded(_ kept: KeptGraph) throws(KeptGraph.Fault) -> ReadyGraph {
        let compiled: CompiledGraph
        do {
            compiled = try Runtime.start().load(kept, of: graph.file, settings.properties)
        } catch {
            throw KeptGraph.Fault(reason: error.reason)
        }
        guard trial.isConfirmed(kept.findings, of: graph, by: compiled) else {
            throw KeptGraph.Fault(reason: "it does not answer as it did when it was made")
        }
        return ReadyGraph(compiled: compiled, findings: kept.findings)
    }
}

/// A graph that can be run.
struct ReadyGraph {
    let compiled: CompiledGraph
    /// Nil where it gave no vector for anything that it was tried with.
    let findings: GraphFindings?
}
