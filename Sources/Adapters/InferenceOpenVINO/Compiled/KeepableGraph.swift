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
