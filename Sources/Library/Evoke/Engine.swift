import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeVectorIndex
package import EvokeWorkers

/// A model at work: the one place where decoders, models and their runtime meet.
public struct Engine: Sendable {
    /// The model that comes with Evoke.
    public static let defaultModel = ModelStore.defaultModel

    /// What it was opened for.
    let choice: ModelChoice
    /// What its vectors are marked with: the model, its version and the precision.
    public let modelID: ModelID
    /// How exactly it computes; `full` where a program brought its own encoders.
    public let precision: Precision
    let sides: Sides
    /// How cosines become the scores of labels, unless something else is asked for.
    let scoring: LabelScoring
    package let executor: BlockingExecutor
    /// As indexing sees it.
    package let decoder: any ImageDecoding
    let ownDecoder: any ImageDecoding & ImageShowing
    package let metadata: any MetadataReading
    let sidecars: any SidecarWriting
    let places: LibraryConfiguration
    private let notices: EngineNotices
    private let opening: Range<ContinuousClock.Instant>
    private let text = LoadedOnce<any TextEncoding>()
    private let image = LoadedOnce<any ImageEncoding>()
    let loadedBackground = LoadedOnce<BackgroundDistribution?>()

    /// Why a newer version of the model is not the one that is used.
    public internal(set) var setback: EvokeError?

    /// From now on `body` hears of what went wrong beside the answers and was mended, and of what did so far.
    public func onNotice(_ body: @escaping @Sendable (EvokeError) -> Void) { notices.hear(body) }

    /// Finds the model; its towers are loaded when they are needed.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` where there is no such model, `modelInvalid` where it cannot be
    /// read.
    public static func open(_ choice: ModelChoice = ModelChoice(defaultModel), places: LibraryConfiguration)
        async throws -> Engine
    {
        try await open(choice, places: places, havingVectorsOf: [])
    }

    /// Where no precision is asked for, that of vectors which are there already comes first.
    static func open(
        _ version: ModelStore.Version, of choice: ModelChoice, places: LibraryConfiguration,
        havingVectorsOf known: [ModelID],
        executor: BlockingExecutor
    ) async throws -> Engine {
        let started = ContinuousClock.now
        let notices = EngineNotices()
        let model = try await executor.run {
            try ModelStore(places).open(version, as: choice.nameOrPath, variant: choice.variant)
        }
        let fingerprints = Set(known.map(\.fingerprint))
        let familiar = Precision.allCases.first { fingerprints.contains(model.id($0).fingerprint) }
        let precision: Precision
        if let wanted = choice.precision ?? familiar {
            precision = wanted
        } else {
            precision = try await SafePrecision(
                streams: cores, on: GraphRuntimes.own, in: notices.graphs(in: places), executor: executor
            ).of(model)
        }
        guard try GraphRuntimes.own.computes(at: precision) else {
            throw EvokeError(
                .unsupported, doing: "load the model", subject: choice.nameOrPath,
                reason: "this processor does not compute in bfloat16",
                remedies: [.chooseOption(.precision, Precision.float32.rawValue)])
        }
        return Engine(
            choice: choice, modelID: model.id(precision), sides: .model(model), precision: precision, decoder: nil,
            scoring: model.description.scoring, executor: executor, places: places, notices: notices,
            opening: started..<ContinuousClock.now)
    }

    init(
        choice: ModelChoice, modelID: ModelID, sides: Sides, precision: Precision, decoder: (any ImageDecoding)?,
        scoring: LabelScoring, executor: BlockingExecutor, places: LibraryConfiguration,
        notices: EngineNotices = EngineNotices(),
        opening: Range<ContinuousClock.Instant>
    ) {
        self.choice = choice
        self.modelID = modelID
        self.sides = sides
        self.precision = precision
        self.scoring = scoring
        self.executor = executor
        self.places = places
        self.notices = notices
        self.opening = opening
        let readers = PhotoReaders(executor: executor, inFull: precision == .full)
        (ownDecoder, metadata, sidecars) = (readers.decoder, readers.metadata, readers.sidecars)
        self.decoder = decoder ?? ownDecoder
    }

    /// The text side, loaded at the first call.
    ///
    /// Throws `EvokeError` where the model cannot be loaded.
    public func textEncoder() async throws -> any TextEncoding {
        switch sides {
        case .own(_, let text): text
        case .model(let model):
            try await text.value {
                try await TextTower.load(
                    model, as: modelID, on: GraphRuntimes.own, in: notices.graphs(in: places), executor: executor)
            }
        }
    }

    /// Compiles the text side, which takes a second, unless that has been done; the cache keeps the result.
    func compileTextSide() async throws {
        guard let model else { return }
        let graphs = notices.graphs(in: places)
        if try !TextTower.hasBeenLoaded(model, on: GraphRuntimes.own, in: graphs) { _ = try await textEncoder() }
    }

    /// The image side, loaded at the first call.
    ///
    /// Throws `EvokeError` where the model cannot be loaded.
    public func imageEncoder() async throws -> any ImageEncoding {
        switch sides {
        case .own(let image, _): image
        case .model(let model):
            try await image.value {
                try await ImageTower.load(
                    model, as: modelID, precision: precision, streams: Self.cores, on: GraphRuntimes.own,
                    in: notices.graphs(in: places), executor: executor)
            }
        }
    }

    /// The image side, which loads itself when it is first needed.
    var lazyImageEncoder: any ImageEncoding {
        switch sides {
        case .own(let image, _): image
        case .model(let model):
            LazyImageEncoder(
                input: model.description.image.input,
                width: ImageTower.width(of: model.description, streams: Self.cores), load: imageEncoder)
        }
    }

    /// The size of a picture as it is looked at, read from its header; of a raw file, that of its preview.
    ///
    /// Throws `EvokeError` for a file that cannot be read or is no picture.
    public func size(of picture: FilePath) async throws -> PixelSize {
        try await ownDecoder.size(of: picture)
    }

    /// How long the parts took to load; nil for what was not needed yet.
    public func loadTimes() async -> LoadTimes {
        let (text, image) = (await text.loading, await image.loading)
        return LoadTimes(
            model: opening, text: text, tokenizer: (await self.text.loaded as? TextTower)?.tokenizerTime, image: image)
    }

    /// Whether ``Engine/defaultLabels()`` has any. It reads files.
    public var hasLabels: Bool { (try? defaultLabels()) ?? nil != nil }

    static var cores: Int { Machine.cores }
}

extension Engine {
    /// What makes the vectors.
    enum Sides: Sendable {
        case model(LoadableModel)
        case own(any ImageEncoding, any TextEncoding)
    }

    /// nil where a program brought its own encoders.
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
    init(_ places: LibraryConfiguration) {
        self.init(
            // Without any place for models, one in the library.
            folders: places.models.isEmpty ? [places.library.appending("models")] : places.models, cache: places.cache,
            key: places.modelKey)
    }
}
