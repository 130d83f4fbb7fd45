import Glibc
import ImagingVips
import InferenceOpenVINO
import Models
public import PhotoCore
import Workers

/// A model at work: the one place where decoders, models and their runtime meet.
public struct Engine: Sendable {
    /// The model that comes with Evoke.
    public static let defaultModel = ModelShelf.defaultModel

    let model: LoadableModel
    let executor: BlockingExecutor
    let decoder: VipsDecoder
    private let cache: FilePath
    private let cores: Int
    private let text = LoadedOnce<any TextEncoding>()
    private let image = LoadedOnce<any ImageEncoding>()

    /// Finds the model; its towers are loaded when they are needed.
    public static func open(model nameOrPath: String, places: Places) async throws -> Engine {
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        // Each core computes while another call waits for the disk.
        let executor = BlockingExecutor(width: 2 * cores)
        let shelf = ModelShelf(folders: places.models, cache: places.cache)
        let model = try await executor.run { try shelf.open(nameOrPath) }
        return Engine(model: model, executor: executor, cache: places.cache.appending("compiled"), cores: cores)
    }

    private init(model: LoadableModel, executor: BlockingExecutor, cache: FilePath, cores: Int) {
        self.model = model
        self.executor = executor
        self.cache = cache
        self.cores = cores
        decoder = VipsDecoder(executor: executor)
    }

    public var modelID: ModelID { model.id }

    /// The text side, loaded at the first call.
    public func textEncoder() async throws -> any TextEncoding {
        try await text.value { try await TextTower.load(model.description, cache: cache, executor: executor) }
    }

    /// The image side, loaded at the first call.
    public func imageEncoder() async throws -> any ImageEncoding {
        try await image.value {
            try await ImageTower.load(model.description, streams: cores, cache: cache, executor: executor)
        }
    }

    public func embed(photo: FilePath, with encoder: any ImageEncoding) async throws -> Embedding {
        try await encoder.encode(decoder.decode(photo, for: encoder.input))
    }
}
