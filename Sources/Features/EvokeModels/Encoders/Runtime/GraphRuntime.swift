package import EvokeValues

/// Runs graphs; an adapter implements this over an inference library. Safe to call from any thread.
package protocol GraphRuntime: Sendable {
    /// Everything besides the graph that results depend on: the runtime's version, and the processor with its features.
    func identity() throws(EvokeError) -> String

    /// Whether this machine supports `precision` at all.
    func computes(at precision: Precision) throws(EvokeError) -> Bool

    /// Reads a third-party graph, which `GraphFile` has already checked.
    func read(_ file: DiskPath) throws(EvokeError) -> any UncompiledGraph

    /// Returns a model's graph, compiled and tried, or from the cache; with the findings, or nil if no probe gave a
    /// vector.
    ///
    /// - Parameter folder: the cache; nil to compile for this use only.
    func ready(
        _ order: GraphOrder, in folder: GraphFolder?
    ) throws(EvokeError) -> (graph: any RunnableGraph, findings: GraphFindings?)

    /// Returns a standalone graph, compiled, or from the cache.
    func ready(_ graph: ShapedGraph, in folder: GraphFolder) throws(EvokeError) -> any RunnableGraph

    /// Deletes a model's cached graphs, by the model's digest.
    func forget(modelOf digest: String, in folder: GraphFolder)
}

/// A graph that has been read but not compiled. Used by one thread at a time.
package protocol UncompiledGraph {
    /// Each has a unique name, generated if the graph gives none.
    func inputs() throws(EvokeError) -> [GraphPort]
    func outputs() throws(EvokeError) -> [GraphPort]

    /// Changes the shapes of inputs, by their indices; nil dimensions are free.
    func reshape(_ shapes: [(place: Int, shape: [Int?])]) throws(EvokeError)

    /// Compiled to compute exactly what the graph says, at full precision and step by step, even if slower.
    func compiled() throws(EvokeError) -> any RunnableGraph
}

/// A graph that many threads can run at once.
package protocol RunnableGraph: Sendable {
    /// Takes one input for each of the graph's, and copies only the named outputs.
    func run(_ inputs: [GraphInput], outputs: [String]) throws(EvokeError) -> [GraphTensor]
}

/// A request to prepare a model's graph, with the trial to run before it is used.
package struct GraphOrder: Sendable {
    package let model: LoadableModel
    package let graph: ModelDescription.Graph
    package let settings: GraphSettings
    package let trial: GraphTrial

    /// Inputs of the one shape to compile for; empty if shapes vary.
    package var only: [GraphInput] { settings.pace == .exactly ? trial.probes.last?([0]) ?? [] : [] }
}

package struct GraphSettings: Sendable, Hashable {
    package enum Pace: Sendable, Hashable {
        /// One result at a time, each as soon as possible.
        case soonest
        /// One result at a time, computed exactly as the graph says, for inputs of one shape.
        case exactly
        /// Maximum throughput, with this many results in parallel.
        case streams(Int)
    }

    package let pace: Pace
    /// In bfloat16 if available, otherwise in 32 bits. No rounding is added beyond that.
    package let isHalf: Bool

    package init(pace: Pace, isHalf: Bool) {
        self.pace = pace
        self.isHalf = isHalf
    }
}

extension RunnableGraph {
    /// Returns the numbers of a model's vectors, end to end.
    func vectors(of graph: ModelDescription.Graph, from inputs: [GraphInput]) throws(EvokeError) -> [Float] {
        let output = try run(inputs, outputs: [graph.output])[0]
        guard output.type.isFloating else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: graph.file.display,
                reason: "its output '\(graph.output)' does not contain floats")
        }
        return output.floats
    }
}

/// The cache of what is made from models: compiled graphs, tokenizers, and trial findings. It may be deleted at any
/// time.
package struct GraphFolder: Sendable {
    package let path: DiskPath
    /// The most bytes of graphs to keep; recently used graphs and those in use stay.
    package let limit: Int64
    /// How long to wait for another process that is compiling the same graph.
    package let patience: Duration
    /// Called with the error when a cached item cannot be used.
    package let notify: @Sendable (EvokeError) -> Void

    package init(
        _ path: DiskPath, limit: Int64 = 8_000_000_000, patience: Duration = .seconds(5),
        notify: @escaping @Sendable (EvokeError) -> Void = { _ in }
    ) {
        self.path = path
        self.limit = limit
        self.patience = patience
        self.notify = notify
    }

    /// Deletes everything made from a model that was removed, by its digest.
    package func forget(modelOf digest: String, by runtime: any GraphRuntime) {
        runtime.forget(modelOf: digest, in: self)
        ModelTrialRecord.forget(modelOf: digest, in: self)
        TokenizerCache.forget(digest, in: path)
    }
}
