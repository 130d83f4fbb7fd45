package import EvokeValues

/// Runs graphs: what an inference library is adapted to. It may be asked from any thread.
package protocol GraphRuntime: Sendable {
    /// What its answers depend on besides the graph: its version, and the processor with what it can do.
    func identity() throws(EvokeError) -> String

    /// Whether this machine computes at `precision` at all.
    func computes(at precision: Precision) throws(EvokeError) -> Bool

    /// A graph of anybody's, which `GraphFile` has looked at.
    func read(_ file: FilePath) throws(EvokeError) -> any UncompiledGraph

    /// A model's graph, compiled and tried, or as it was kept when that was done before; with what was found out of it,
    /// nil where it gave no vector for anything that it was tried with.
    ///
    /// - Parameter folder: where it is kept; nil to compile it for this time alone.
    func ready(
        _ order: GraphOrder, in folder: GraphFolder?
    ) throws(EvokeError) -> (graph: any RunnableGraph, findings: GraphFindings?)

    /// A graph by itself, compiled, or as it was kept when that was done before.
    ///
    /// - Parameter folder: where it is kept.
    func ready(_ graph: ShapedGraph, in folder: GraphFolder) throws(EvokeError) -> any RunnableGraph

    /// Deletes what is kept of a model's graphs, by the model's digest.
    func forget(modelOf digest: String, in folder: GraphFolder)
}

/// A graph that has been read and not compiled. One thread at a time has it.
package protocol UncompiledGraph {
    /// Each has a name of its own, made up where the graph gives none.
    func inputs() throws(EvokeError) -> [GraphPort]
    func outputs() throws(EvokeError) -> [GraphPort]

    /// Gives inputs, by their places, other shapes, whose free dimensions are nil.
    func reshape(_ shapes: [(place: Int, shape: [Int?])]) throws(EvokeError)

    /// Ready to compute what the graph says, and no faster: in as many bits, step by step.
    func compiled() throws(EvokeError) -> any RunnableGraph
}

/// A graph that can be run, by many threads at once.
package protocol RunnableGraph: Sendable {
    /// - Parameters:
    ///   - inputs: one for each input of the graph.
    ///   - outputs: the names of those that are wanted; only these are copied.
    func run(_ inputs: [GraphInput], outputs: [String]) throws(EvokeError) -> [GraphTensor]
}

/// A model's graph that is to be ready to run, and how it is tried before it is relied upon.
package struct GraphOrder: Sendable {
    package let model: LoadableModel
    package let graph: ModelDescription.Graph
    package let settings: GraphSettings
    package let trial: GraphTrial

    /// Inputs of the one shape that it is for; none where shapes differ.
    package var only: [GraphInput] { settings.pace == .exactly ? trial.probes.last?([0]) ?? [] : [] }
}

/// How a graph computes.
package struct GraphSettings: Sendable, Hashable {
    package enum Pace: Sendable, Hashable {
        /// One answer after the other, each as soon as can be.
        case soonest
        /// The same, each as the graph says and no sooner, for inputs of one shape.
        case exactly
        /// As many answers as can be, so many at once.
        case streams(Int)
    }

    package let pace: Pace
    /// In 16-bit floats with the range of 32-bit ones, else in 32 bits. What the graph does not round is not rounded
    /// besides.
    package let isHalf: Bool

    package init(pace: Pace, isHalf: Bool) {
        self.pace = pace
        self.isHalf = isHalf
    }
}
