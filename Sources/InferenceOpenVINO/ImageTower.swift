import COpenVINO
public import Models
public import PhotoCore
public import Workers

/// The image side of a model, run by OpenVINO: one photo a stream, one stream a core.
public struct ImageTower: ImageEncoding {
    public let input: ImageInput
    public let width: Int
    private let tower: Tower
    private let executor: BlockingExecutor

    public static func load(
        _ model: ModelDescription, streams: Int, cache: FilePath, executor: BlockingExecutor
    ) async throws -> ImageTower {
        let tower = try await executor.run {
            try Tower(
                model.image.graph, input: model.image.inputName, output: model.image.outputName,
                dimensions: model.dimensions,
                tuning: [
                    ("PERFORMANCE_HINT", "THROUGHPUT"), ("NUM_STREAMS", "\(streams)"),
                    ("INFERENCE_NUM_THREADS", "\(streams)"),
                ],
                cache: cache)
        }
        return ImageTower(input: model.image.input, width: streams, tower: tower, executor: executor)
    }

    public func encode(_ image: PreparedImage) async throws -> Embedding {
        try await executor.run { [tower, input] in
            try tower.embed(
                image.tensor, type: F32, shape: [1, 3, Int64(input.size.height), Int64(input.size.width)])
        }
    }
}
