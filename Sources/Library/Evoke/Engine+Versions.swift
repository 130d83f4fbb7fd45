import EvokeModels
import EvokePorts
import EvokeValues
import EvokeWorkers

/// Which version of a model is used: the newest for new libraries, and for a search the one that the library was
/// indexed with. If a version does not load, the one before it is used.
extension Engine {
    /// - Parameter known: the models that the library has vectors of.
    /// - Parameter counts: for a search, how many photos have a vector of which model; counting takes a while.
    static func open(
        _ choice: ModelChoice, configuration: LibraryConfiguration, havingVectorsOf known: [ModelID],
        counts: (@Sendable () async throws -> [CatalogSummary.Model])? = nil
    ) async throws -> Engine {
        // Each core computes while another call waits for the disk.
        let executor = BlockingExecutor(width: 2 * cores)
        var versions = try await executor.run { try ModelStore(configuration).find(choice.nameOrPath) }
        if versions.count > 1, let counts {
            let vectors = try await counts()
            versions = await executor.run { [versions] in inOrder(versions, of: choice, configuration, vectors) }
        }
        var (engine, setback) = try await ModelStore(configuration).firstThatWorks(of: versions, as: choice.nameOrPath)
        {
            try await open($0, of: choice, configuration: configuration, havingVectorsOf: known, executor: executor)
        } answer: { engine in
            try await engine.answerOnce()
        }
        engine.setback = setback
        return engine
    }

    /// Checks that both encoders give vectors of the model's width, with valid numbers.
    func answerOnce() async throws {
        _ = try await embed(text: "a photo")
        let encoder = try await imageEncoder()
        let input = encoder.input
        let gray = (0..<3).flatMap { channel in
            [Float](
                repeating: (0.5 - input.mean[channel]) / input.std[channel],
                count: input.size.width * input.size.height)
        }
        _ = try await encoder.encode(PreparedImage(tensor: gray, original: input.size))
    }

    var isOfNewestVersion: Bool {
        // A loaded model keeps working after its files are removed.
        guard let model, let newest = try? ModelStore(configuration).find(choice.nameOrPath).first else { return true }
        return newest.folder == model.description.place
    }

    /// Whether the model's files have changed since it was opened.
    var isReplaced: Bool { model?.isReplaced ?? false }

    /// Whether a search would choose this version, given how many vectors of each model the library has.
    func isBest(counts: @Sendable () async throws -> [CatalogSummary.Model]) async throws -> Bool {
        // A loaded model keeps working after its files are removed.
        guard let model, var versions = try? ModelStore(configuration).find(choice.nameOrPath) else { return true }
        if versions.count > 1 { versions = Self.inOrder(versions, of: choice, configuration, try await counts()) }
        return versions.first?.folder == model.description.place
    }

    /// Orders versions by how many photos have a vector of them, if any have.
    private static func inOrder(
        _ versions: [ModelStore.Version], of choice: ModelChoice, _ configuration: LibraryConfiguration,
        _ vectors: [CatalogSummary.Model]
    ) -> [ModelStore.Version] {
        let photos = Dictionary(vectors.map { ($0.id.fingerprint, $0.photos) }, uniquingKeysWith: +)
        let modelStore = ModelStore(configuration)
        let counts = versions.map { version in
            // A version that cannot be opened has indexed no searchable photo.
            guard let model = try? modelStore.open(version, as: choice.nameOrPath, variant: choice.variant) else {
                return 0
            }
            return Precision.allCases.map { photos[model.id($0).fingerprint] ?? 0 }.max() ?? 0
        }
        guard let most = counts.max(), most > 0, let best = counts.firstIndex(of: most) else { return versions }
        return [versions[best]] + versions[..<best] + versions[(best + 1)...]
    }
}

extension ModelStore {
    /// Opens the first version that can be opened, with the error of the newer ones. A version that has never been
    /// tried is tried first if there is another one to fall back to.
    func firstThatWorks<Opened>(
        of versions: [Version], as nameOrPath: String, open: (Version) async throws -> Opened,
        answer: (Opened) async throws -> Void
    ) async throws -> (opened: Opened, setback: EvokeError?) {
        var setback: EvokeError?
        for (place, version) in versions.enumerated() {
            let isLast = place == versions.count - 1
            do {
                let opened = try await open(version)
                if version.isUntried, versions.count > 1 {
                    try await answer(opened)
                    record(.proven, of: version)
                }
                return (opened, setback)
            } catch let error as EvokeError where !isLast && error.kind != .wrongUsage {
                if version.isUntried { record(.refused, error.reason, of: version) }
                setback = EvokeError(
                    error.kind, doing: "use the newest version of the model", subject: nameOrPath,
                    reason: error.reason, remedies: [.advice("The previous version is used instead."), .updateModels],
                    cause: error.cause)
            }
        }
        throw setback ?? EvokeError(.modelMissing, doing: "load the model", subject: nameOrPath, reason: "")
    }
}
