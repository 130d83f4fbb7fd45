import EvokeModels
package import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeVectorIndex
package import EvokeWorkers
import SealingSodium

/// A model at work, with its decoder and its runtime.
public struct Engine: Sendable {
    /// The model that comes with Evoke.
    public static let defaultModel = ModelStore.defaultModel

    /// What it was opened for.
    let choice: ModelChoice
    /// Identifies the model, version and precision of its vectors.
    public let modelID: ModelID
    /// The precision of its computations; `full` for a program's own encoders.
    package let precision: Precision
    let sides: Sides
    /// How cosines become the scores of labels, unless a call says otherwise.
    let scoring: LabelScoring
    package let executor: BlockingExecutor
    /// The decoder, as indexing uses it.
    package let decoder: any ImageDecoding
    let ownDecoder: any ImageDecoding & ImageShowing
    package let metadata: any MetadataReading
    let sidecars: any SidecarWriting
    let configuration: LibraryConfiguration
    private let notices: EngineNotices
    private let opening: Range<ContinuousClock.Instant>
    private let text = LoadedOnce<any TextEncoding>()
    private let image = LoadedOnce<any ImageEncoding>()
    let loadedBackground = LoadedOnce<BackgroundDistribution?>()

    /// Why the newest version of the model is not in use; nil if it is.
    public internal(set) var setback: EvokeError?

    /// Calls `body` with each problem that was worked around, including earlier ones that nobody has heard of.
    package func onNotice(_ body: @escaping @Sendable (EvokeError) -> Void) { notices.hear(body) }

    /// Finds the model. Its encoders are loaded when they are needed.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` if there is no such model, `modelInvalid` if it cannot be read.
    public static func open(_ choice: ModelChoice = ModelChoice(defaultModel), configuration: LibraryConfiguration)
        async throws -> Engine
    {
        try await open(choice, configuration: configuration, havingVectorsOf: [])
    }

    /// Without a requested precision, that of existing vectors is preferred.
    static func open(
        _ version: ModelStore.Version, of choice: ModelChoice, configuration: LibraryConfiguration,
        havingVectorsOf known: [ModelID],
        executor: BlockingExecutor
    ) async throws -> Engine {
        let started = ContinuousClock.now
        let notices = EngineNotices()
        let model = try await executor.run {
            try ModelStore(configuration).open(version, as: choice.nameOrPath, variant: choice.variant)
        }
        let fingerprints = Set(known.map(\.fingerprint))
        let familiar = Precision.allCases.first { fingerprints.contains(model.id($0).fingerprint) }
        let precision: Precision
        if let wanted = choice.precision ?? familiar {
            precision = wanted
        } else {
            precision = try await SafePrecision(
                streams: cores, on: GraphRuntimes.own, in: notices.graphs(in: configuration), executor: executor
            ).of(model)
        }
        guard try GraphRuntimes.own.computes(at: precision) else {
            throw EvokeError(
                .unsupported, doing: "load the model", subject: choice.nameOrPath,
                reason: "this processor does not support bfloat16",
                remedies: [.chooseOption(.precision, Precision.float32.rawValue)])
        }
        return Engine(
            choice: choice, modelID: model.id(precision), sides: .model(model), precision: precision, decoder: nil,
            scoring: model.description.scoring, executor: executor, configuration: configuration, notices: notices,
            opening: started..<ContinuousClock.now)
    }

    init(
        choice: ModelChoice, modelID: ModelID, sides: Sides, precision: Precision, decoder: (any ImageDecoding)?,
        scoring: LabelScoring, executor: BlockingExecutor, configuration: LibraryConfiguration,
        notices: EngineNotices = EngineNotices(),
        opening: Range<ContinuousClock.Instant>
    ) {
        (self.choice, self.modelID, self.sides, self.precision) = (choice, modelID, sides, precision)
        (self.scoring, self.executor, self.configuration) = (scoring, executor, configuration)
        (self.notices, self.opening) = (notices, opening)
        let readers = PhotoReaders(executor: executor, inFull: precision == .full)
        (ownDecoder, metadata, sidecars) = (readers.decoder, readers.metadata, readers.sidecars)
        self.decoder = decoder ?? ownDecoder
    }

    /// The text encoder, loaded on first use.
    package func textEncoder() async throws -> any TextEncoding {
        switch sides {
        case .own(_, let text): text
        case .model(let model):
            try await text.value {
                try await TextTower.load(
                    model, as: modelID, on: GraphRuntimes.own, in: notices.graphs(in: configuration), executor: executor
                )
            }
        }
    }

    /// Compiles the text encoder, unless that was done before. It takes a second; the cache keeps the result.
    func compileTextSide() async throws {
        guard let model else { return }
        let graphs = notices.graphs(in: configuration)
        if try !TextTower.hasBeenLoaded(model, on: GraphRuntimes.own, in: graphs) { _ = try await textEncoder() }
    }

    /// The image encoder, loaded on first use.
    package func imageEncoder() async throws -> any ImageEncoding {
        switch sides {
        case .own(let image, _): image
        case .model(let model):
            try await image.value {
                try await ImageTower.load(
                    model, as: modelID, precision: precision, streams: Self.cores, on: GraphRuntimes.own,
                    in: notices.graphs(in: configuration), executor: executor)
            }
        }
    }

    var lazyImageEncoder: any ImageEncoding {
        switch sides {
        case .own(let image, _): image
        case .model(let model):
            LazyImageEncoder(
                input: model.description.image.input,
                width: ImageTower.width(of: model.description, streams: Self.cores), load: imageEncoder)
        }
    }

    /// The upright size of a picture, read from its header; for a raw file, that of its preview.
    package func size(of picture: DiskPath) async throws -> PixelSize {
        try await ownDecoder.size(of: picture)
    }

    /// How long the parts took to load; nil for parts not needed so far.
    package func loadTimes() async -> LoadTimes {
        let (text, image) = (await text.loading, await image.loading)
        return LoadTimes(
            model: opening, text: text, tokenizer: (await self.text.loaded as? TextTower)?.tokenizerTime, image: image)
    }

    /// Whether ``Engine/defaultLabels()`` has any. It reads files.
    package var hasLabels: Bool { (try? defaultLabels()) ?? nil != nil }

    static var cores: Int { Machine.cores }
}

extension Engine {
    enum Sides: Sendable {
        case model(LoadableModel)
        case own(any ImageEncoding, any TextEncoding)
    }

    /// Nil for a program's own encoders.
    var model: LoadableModel? { if case .model(let model) = sides { model } else { nil } }
}

private struct LazyImageEncoder: ImageEncoding {
    let input: ImageInput
    let width: Int
    let load: @Sendable () async throws -> any ImageEncoding

    func encode(_ image: PreparedImage) async throws -> Embedding {
        try await load().encode(image)
    }
}

extension ModelStore {
    init(_ configuration: LibraryConfiguration) {
        self.init(
            // Without a folder for models, they are in the library.
            folders: configuration.models.isEmpty ? [configuration.library.appending("models")] : configuration.models,
            cache: configuration.cache,
            key: configuration.modelKey)
    }
}

/// Problems of an engine that were worked around, for one listener. Those that nobody has heard yet wait.
final class EngineNotices: Sendable {
    private struct State {
        var body: (@Sendable (EvokeError) -> Void)?
        var waiting: [EvokeError] = []
    }

    private let state = Locked(State())

    func hear(_ body: @escaping @Sendable (EvokeError) -> Void) {
        let waiting = state.withLock { state in
            state.body = body
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach(body)
    }

    private func tell(_ notice: EvokeError) {
        let body = state.withLock { state in
            if state.body == nil { state.waiting.append(notice) }
            return state.body
        }
        body?(notice)
    }

    func graphs(in configuration: LibraryConfiguration) -> GraphFolder {
        GraphFolder(configuration.cache.appending("compiled")) { self.tell($0) }
    }
}

/// How long the parts of a model took to load; nil for parts not needed so far.
package struct LoadTimes: Sendable {
    /// Finding it, and choosing a safe precision.
    package let model: Duration
    /// The text encoder, with its tokenizer.
    package let text: Duration?
    /// The tokenizer, which loads at the same time as the text encoder's graph.
    package let tokenizer: Duration?
    package let image: Duration?
    /// The time in which anything was being loaded. The encoders can load at the same time, so it may be less than the
    /// sum.
    package let total: Duration

    init(
        model: Range<ContinuousClock.Instant>, text: Range<ContinuousClock.Instant>?, tokenizer: Duration?,
        image: Range<ContinuousClock.Instant>?
    ) {
        self.model = model.upperBound - model.lowerBound
        self.text = text.map { $0.upperBound - $0.lowerBound }
        self.tokenizer = tokenizer
        self.image = image.map { $0.upperBound - $0.lowerBound }
        var (total, end) = (Duration.zero, model.lowerBound)
        for time in [model, text, image].compactMap({ $0 }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            total += max(.zero, time.upperBound - max(end, time.lowerBound))
            end = max(end, time.upperBound)
        }
        self.total = total
    }
}

/// A value that takes a while to load: loaded on first use, however many ask for it, and kept.
actor LoadedOnce<Value: Sendable> {
    private var task: Task<Value, any Error>?
    private(set) var loaded: Value?
    /// When it was loaded; nil if it was not.
    private(set) var loading: Range<ContinuousClock.Instant>?

    /// After a failed load, the next caller tries again. A canceled caller stops waiting; the load goes on.
    func value(_ load: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = task ?? Task { try await noting(load) }
        self.task = task
        do {
            return try await task.valueWhileWanted().whileWanted()
        } catch {
            if self.task == task, !(error is CancellationError) { self.task = nil }
            throw error
        }
    }

    private func noting(_ load: @Sendable () async throws -> Value) async throws -> Value {
        let started = ContinuousClock.now
        let value = try await load()
        (loaded, loading) = (value, started..<ContinuousClock.now)
        return value
    }
}
