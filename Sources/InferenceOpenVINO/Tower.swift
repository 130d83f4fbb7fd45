import COpenVINO
import Models
import PhotoCore

/// One side of a dual encoder: a graph that turns a tensor into a vector of the model's width.
struct Tower: Sendable {
    let graph: ModelDescription.Graph
    let dimensions: Int
    private let compiled: CompiledGraph

    init(
        _ graph: ModelDescription.Graph, dimensions: Int, isHalf: Bool = false, tuning: [(String, String)],
        cache: FilePath?
    ) throws(EvokeError) {
        let properties = tuning + [("INFERENCE_PRECISION_HINT", isHalf ? "bf16" : "f32")]
        // Without a place to keep compiled graphs, starting takes longer, and that is all.
        if let cache, let lock = CacheLock(in: cache), let path = cache.string {
            compiled = try withExtendedLifetime(lock) { () throws(EvokeError) in
                try Runtime.start().compile(graph.file, properties + [("CACHE_DIR", path)])
            }
        } else {
            let readable = try ReadableGraph(graph)
            compiled = try withExtendedLifetime(readable) { () throws(EvokeError) in
                try Runtime.start().compile(readable.file, properties)
            }
        }
        self.graph = graph
        self.dimensions = dimensions
    }

    func embed(_ inputs: [InputTensor]) throws(EvokeError) -> Embedding {
        try embedEach(inputs, count: 1)[0].get()
    }

    /// The vectors of a batch of `count`, each with its own fate.
    func embedEach(_ inputs: [InputTensor], count: Int) throws(EvokeError) -> [Result<Embedding, EvokeError>] {
        let vectors = try compiled.run(inputs, output: graph.output)
        guard vectors.count == count * dimensions else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: graph.file.display,
                reason: "its output '\(graph.output)' has \(vectors.count / count) numbers where the model's vectors "
                    + "have \(dimensions)", remedy: "Get the model again.")
        }
        return (0..<count).map { place in
            let vector = vectors[place * dimensions..<(place + 1) * dimensions]
            guard let embedding = Embedding(normalizing: Array(vector)) else {
                return .failure(
                    EvokeError(
                        .inference, doing: "run the graph", subject: graph.file.display,
                        reason: "its output for this input is zero or not a number"))
            }
            return .success(embedding)
        }
    }
}
