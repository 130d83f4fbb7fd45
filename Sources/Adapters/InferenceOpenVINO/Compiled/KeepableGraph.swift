import EvokeModels
import EvokeValues

/// A graph whose compiled form is kept.
protocol KeepableGraph {
    /// What that is kept under: all that it is made of.
    func name() throws(EvokeError) -> String

    func compiled() throws(EvokeError) -> ReadyGraph

    /// Ready from what was kept; an error where that does not answer as it did when it was made.
    func loaded(_ kept: KeptGraph) throws(KeptGraph.Fault) -> ReadyGraph
}

/// A graph that can be run.
struct ReadyGraph {
    let compiled: CompiledGraph
    /// Nil where it gave nothing to tell it by for anything that it was tried with.
    let findings: GraphFindings?
}
