import COpenVINO
import PhotoCore

/// One side of a dual encoder: a graph that turns a tensor into a vector of the model's width.
struct Tower: Sendable {
    let graph: CompiledGraph
    let file: FilePath
    let input: String
    let output: String
    let dimensions: Int

    init(
        _ file: FilePath, input: String, output: String, dimensions: Int, tuning: [(String, String)], cache: FilePath
    ) throws(EvokeError) {
        let properties = tuning + [("INFERENCE_PRECISION_HINT", "f32")]
        // Without a place to keep compiled graphs, starting takes longer, and that is all.
        if let lock = CacheLock(in: cache), let path = cache.string {
            graph = try withExtendedLifetime(lock) { () throws(EvokeError) in
                try Runtime.start().compile(file, properties + [("CACHE_DIR", path)])
            }
        } else {
            graph = try Runtime.start().compile(file, properties)
        }
        try graph.checkPorts(input: input, output: output)
        self.file = file
        self.input = input
        self.output = output
        self.dimensions = dimensions
    }

    func embed<Element>(
        _ values: [Element], type: ov_element_type_e, shape: [Int64]
    ) throws(EvokeError) -> Embedding {
        let vector = try graph.run(values, type: type, shape: shape, input: input, output: output)
        guard vector.count == dimensions else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: file.display,
                reason: "its output has \(vector.count) numbers where the manifest says \(dimensions)",
                remedy: "Get the model again.")
        }
        guard let embedding = Embedding(normalizing: vector) else {
            throw EvokeError(
                .inference, doing: "run the graph", subject: file.display,
                reason: "its output for this input is zero or not a number")
        }
        return embedding
    }
}
