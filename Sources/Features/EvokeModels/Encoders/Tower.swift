import EvokeValues

/// One side of a dual encoder: a graph that turns a tensor into a vector.
struct Tower: Sendable {
    let graph: ModelDescription.Graph
    /// The model that its vectors belong to.
    let id: ModelID
    /// Whether batches are accepted and leave each vector unchanged.
    let takesBatches: Bool
    /// The index of the probe that the graph accepted; nil if none gave a vector.
    let probe: Int?
    private let runnable: any RunnableGraph

    /// - Parameter folder: the cache of compiled graphs; nil to compile for this use only.
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

    /// Returns the vectors of a batch of `count`, each with its own success or failure.
    func embedEach(_ inputs: [GraphInput], count: Int) throws(EvokeError) -> [Result<Embedding, EvokeError>] {
        let dimensions = id.dimensions
        let vectors: [Float]
        do {
            vectors = try runnable.vectors(of: graph, from: inputs)
        } catch  where error.kind == .inference {
            let forms = inputs.map { "'\($0.name)' as \($0.shape)" }.joined(separator: " and ")
            throw EvokeError(
                .inference, doing: "run the graph", subject: graph.file.display,
                reason: "it fails on \(forms), an input that it declares",
                remedy: "Use a different export of the model.")
        }
        guard vectors.count == count * dimensions else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: graph.file.display,
                reason: "its output '\(graph.output)' has \(vectors.count / count) numbers, but the model's vectors "
                    + "have \(dimensions)", remedy: "Download the model again.")
        }
        return (0..<count).map { place in
            let vector = vectors[place * dimensions..<(place + 1) * dimensions]
            guard let embedding = Embedding(normalizing: Array(vector), fingerprint: id.fingerprint) else {
                return .failure(
                    EvokeError(
                        .inference, doing: "run the graph", subject: graph.file.display,
                        reason: "its output is zero or not a number"))
            }
            return .success(embedding)
        }
    }
}
