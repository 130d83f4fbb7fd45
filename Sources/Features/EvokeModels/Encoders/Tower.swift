package import EvokePorts
package import EvokeValues
package import EvokeWorkers

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

/// A model's image encoder: one stream per core, each with a small batch of photos.
package struct ImageTower: ImageEncoding {
    package let input: ImageInput
    package let width: Int
    private let batcher: Batcher<PreparedImage, Embedding, EvokeError>

    /// Photos per request, so that weights are read from memory once for all of them. With larger batches, the
    /// activations no longer fit in the processor's caches.
    private static let largestBatch = 4

    package static func load(
        _ model: LoadableModel, as id: ModelID, precision: Precision, streams: Int, on runtime: any GraphRuntime,
        in folder: GraphFolder, executor: BlockingExecutor
    ) async throws -> ImageTower {
        let side = model.description.image
        let tower = try await executor.run {
            try Tower(
                side, of: model, as: id, isHalf: precision == .bfloat16, streams: streams,
                on: runtime, in: model.description.isEncrypted ? nil : folder)
        }
        let batch = Self.batch(tower.takesBatches)
        let batcher = Batcher<PreparedImage, Embedding, EvokeError>(
            batch: batch, width: streams, executor: executor
        ) { images throws(EvokeError) in
            try tower.embedEach([side.tensor(images.map(\.tensor))], count: images.count)
        }
        return ImageTower(input: side.input, width: 2 * streams * batch, batcher: batcher)
    }

    /// As many photos wait as are in progress, so that a full batch is ready when a request ends. Trusts what the graph
    /// declares until it has been tried.
    package static func width(of model: ModelDescription, streams: Int) -> Int {
        2 * streams * batch(model.image.takesBatches)
    }

    private static func batch(_ takesBatches: Bool) -> Int { takesBatches ? largestBatch : 1 }

    package func encode(_ image: PreparedImage) async throws -> Embedding {
        guard image.tensor.count == 3 * input.size.width * input.size.height else {
            throw EvokeError(
                .wrongUsage, doing: "embed a picture", subject: "",
                reason: "it has \(image.tensor.count) numbers, but the model takes 3 × "
                    + "\(input.size.height) × \(input.size.width)",
                remedy: "Decode it for the encoder's 'input'.")
        }
        return try await batcher.result(for: image).whileWanted()
    }
}

extension Tower {
    init(
        _ side: ModelDescription.ImageSide, of model: LoadableModel, as id: ModelID, isHalf: Bool = false,
        streams: Int, on runtime: any GraphRuntime, in folder: GraphFolder?
    ) throws(EvokeError) {
        let isExact = side.graph.isCalibrated && !isHalf
        try self.init(
            side.graph, of: model, as: id, isHalf: isHalf,
            pace: isExact ? .exactly : .streams(streams), probes: [{ side.probe($0) }],
            isOfBatches: side.takesBatches, on: runtime,
            in: folder)
    }
}

extension ModelDescription.ImageSide {
    func probe(_ numbers: [Int]) -> [GraphInput] { [tensor(numbers.map { ProbePicture.make($0, for: input) })] }

    /// Packs pictures in the form that the graph takes.
    func tensor(_ pictures: [[Float]]) -> GraphInput {
        GraphInput(
            name: inputName, type: inputType,
            shape: [pictures.count, 3, input.size.height, input.size.width],
            values: .floats(pictures))
    }
}
