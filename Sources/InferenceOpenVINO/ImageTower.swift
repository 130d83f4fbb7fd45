import COpenVINO
public import Models
public import PhotoCore
public import Workers

/// The image side of a model, run by OpenVINO: one stream a core, and in each a few photos at once.
public struct ImageTower: ImageEncoding {
    public let input: ImageInput
    public let width: Int
    private let gathering: Gathering<PreparedImage, Embedding>

    /// Photos that one request works on at once: weights are then fetched from memory once for all of them. More
    /// than this and what lies between a graph's layers no longer fits the processor's caches.
    private static let largestBatch = 4

    public static func load(
        _ model: ModelDescription, as id: ModelID, precision: Precision, streams: Int, cache: FilePath,
        executor: BlockingExecutor
    ) async throws -> ImageTower {
        let side = model.image
        let tower = try await executor.run {
            try Tower(
                side.graph, of: id, isHalf: precision == .bfloat16,
                tuning: tuning(streams: streams), cache: model.keepingPlace(cache))
        }
        let batch = Self.batch(of: model)
        let gathering = Gathering<PreparedImage, Embedding>(batch: batch, width: streams, executor: executor) {
            images in
            try tower.embedEach([side.tensor(images.map(\.tensor))], count: images.count).map {
                $0.mapError { $0 as any Error }
            }
        }
        return ImageTower(input: side.input, width: width(of: model, streams: streams), gathering: gathering)
    }

    /// As many wait as are worked on, so that there is a full batch for each request that ends.
    public static func width(of model: ModelDescription, streams: Int) -> Int { 2 * streams * batch(of: model) }

    private static func batch(of model: ModelDescription) -> Int { model.image.takesBatches ? largestBatch : 1 }

    public func encode(_ image: PreparedImage) async throws -> Embedding {
        guard image.tensor.count == 3 * input.size.width * input.size.height else {
            throw EvokeError(
                .wrongUsage, doing: "embed a picture", subject: "",
                reason: "it was prepared as \(image.tensor.count) numbers, and the model takes 3 × "
                    + "\(input.size.height) × \(input.size.width)",
                remedy: "Decode it for the encoder's own 'input'.")
        }
        return try await gathering.result(for: image)
    }

    static func tuning(streams: Int) -> [(String, String)] {
        [
            ("PERFORMANCE_HINT", "THROUGHPUT"), ("NUM_STREAMS", "\(streams)"),
            ("INFERENCE_NUM_THREADS", "\(streams)"),
        ]
    }
}

extension ModelDescription.ImageSide {
    /// Pictures as the graph takes them.
    func tensor(_ pictures: [[Float]]) -> InputTensor {
        InputTensor(
            name: inputName, type: inputType,
            shape: [Int64(pictures.count), 3, Int64(input.size.height), Int64(input.size.width)],
            values: .floats(pictures))
    }
}
