package import EvokeValues
package import EvokeWorkers

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
    /// Synthetic pictures, by number.
    func probe(_ numbers: [Int]) -> [GraphInput] { [tensor(numbers.map { ProbePicture.make($0, for: input) })] }

    /// Packs pictures in the form that the graph takes.
    func tensor(_ pictures: [[Float]]) -> GraphInput {
        GraphInput(
            name: inputName, type: inputType,
            shape: [pictures.count, 3, input.size.height, input.size.width],
            values: .floats(pictures))
    }
}
