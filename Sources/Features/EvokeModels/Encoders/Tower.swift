import EvokeValues

/// One side of a dual encoder: a graph that turns a tensor into a vector of the model's width.
struct Tower: Sendable {
    let graph: ModelDescription.Graph
    /// What its vectors are of.
    let id: ModelID
    /// Whether several may go through the graph at once, and each gets what it gets alone.
    let takesBatches: Bool
    /// Which of the probes it took; nil where it gave no vector for any.
    let probe: Int?
    private let runnable: any RunnableGraph

    /// - Parameter folder: where compiled graphs are kept; nil to compile it for this time alone.
    init(
        _ graph: ModelDescription.Graph, of model: LoadableModel, as id: ModelID, isHalf: Bool = false,
        pace: GraphSettings.Pace, probes: [GraphTrial.Probe], isOfBatches: Bool, on runtime: any GraphRuntime,
        in folder: GraphFolder?
    ) throws(EvokeError) {
        let order = GraphOrder(
            model: model, graph: graph, settings: GraphSettings(pace: pace, isHalf: isHalf),
            trial: GraphTrial(
                probes: probes, isOfBatches: isOfBatches, sameInCompany: isHalf ? 0.999 : 0.999_99))
        let (runnable, findings) = try runtime.ready(order, in: folder)
        self.runnable = runnable
        takesBatches = findings?.bearsCompany ?? false
        probe = findings.map { Int($0.probe) }
        self.graph = graph
        self.id = id
    }

    func embed(_ inputs: [GraphInput]) throws(EvokeError) -> Embedding {
        try embedEach(inputs, count: 1)[0].get()
    }

    /// The vectors of a batch of `count`, each with its own fate.
    func embedEach(_ inputs: [GraphInput], count: Int) throws(EvokeError) -> [Result<Embedding, EvokeError>] {
        let dimensions = id.dimensions
        let vectors: [Float]
        do {
            vectors = try runnable.vectors(of: graph, from: inputs)
        } catch  where error.kind == .inference {
            let forms = inputs.map { "'\($0.name)' as \($0.shape)" }.joined(separator: " and ")
            throw EvokeError(
                .inference, doing: "run the graph", subject: graph.file.display,
                reason: "it fails on its input \(forms), which it says it takes", remedy: "Get another export of it.")
        }
        guard vectors.count == count * dimensions else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: graph.file.display,
                reason: "its output '\(graph.output)' has \(vectors.count / count) numbers where the model's vectors "
                    + "have \(dimensions)", remedy: "Get the model again.")
        }
        return (0..<count).map { place in
            let vector = vectors[place * dimensions..<(place + 1) * dimensions]
            guard let embedding = Embedding(normalizing: Array(vector), fingerprint: id.fingerprint) else {
                return .failure(
                    EvokeError(
                        .inference, doing: "run the graph", subject: graph.file.display,
                        reason: "its output for this input is zero or not a number"))
            }
            return .success(embedding)
        }
    }
}
