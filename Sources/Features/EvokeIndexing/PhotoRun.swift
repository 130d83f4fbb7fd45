package import EvokePorts
package import EvokeValues
import EvokeWorkers

/// Processes photos, several at once, and delivers the results in batches.
struct PhotoRun {
    /// How much a killed process may lose: the photos of a batch, and those in flight.
    static let photosAtRisk = 64
    private static let mostAtOnce = 4_096

    let notify: @Sendable (IndexEvent) -> Void
    let work: PhotoWork
    private(set) var tally: Tally
    /// Photos that are done, with any result.
    private(set) var done = 0
    /// The sources of photos that could not be brought.
    private(set) var behind: Set<String> = []
    private(set) var modelFailures = ModelFailures()

    /// Runs until there is no next photo. Work completed before an error or a cancellation is kept.
    mutating func run(
        pulling next: () async throws -> IndexPlan.Task?, total: () -> Int, keep: ([Finding]) async throws -> Void
    ) async throws {
        // Other programs' encoders may return any width.
        let width = min(max(work.encoder.width, 1), Self.mostAtOnce)
        let pipeline = OrderedPipeline(width: width + 1, slack: width)
        // With very many cores, the photos in flight alone exceed the limit, but a batch must still be worth a
        // transaction.
        let photosInABatch = max(16, Self.photosAtRisk - pipeline.width - pipeline.slack)
        var batch: [Finding] = []
        do {
            try await pipeline.run(
                pulling: next,
                work: { [work] in try await work.finding(of: $0) },
                deliver: { finding in
                    for finding in try modelFailures.settle(finding) { take(finding, &batch) }
                    if batch.count >= photosInABatch {
                        try await keep(batch)
                        batch.removeAll(keepingCapacity: true)
                    }
                    done += 1
                    notify(.encoding(done: done, total: total()))
                })
            for finding in try await modelFailures.settleRest(asking: work.encoder) { take(finding, &batch) }
        } catch is CancellationError {
            try await keep(batch)
            throw CancellationError()
        } catch {
            // Completed work is kept, unless it is the catalog that fails.
            try? await keep(batch)
            throw error
        }
        try await keep(batch)
    }

    private mutating func take(_ finding: Finding, _ batch: inout [Finding]) {
        tally.count(finding.outcome)
        if case .gone = finding.outcome, let source = finding.photo.source { behind.insert(source) }
        if let event = finding.outcome.event { notify(event) }
        batch.append(finding)
    }
}

/// Tells a failing model from photos that it has no vector for: photos are not blamed for the model's failure.
struct ModelFailures {
    /// More in a row are not a coincidence.
    private static let mostInARow = 5

    /// Photos without a vector since the model last returned one.
    private var refused: [Finding] = []
    private var hasAnswered = false

    /// What is now certain about this photo, and those before it.
    mutating func settle(_ finding: Finding) throws(EvokeError) -> [Finding] {
        switch finding.outcome {
        case .refused(_, _, let error):
            refused.append(finding)
            if refused.count > Self.mostInARow { throw stop(error) }
            return []
        case .encoded:
            hasAnswered = true
            defer { refused = [] }
            return refused + [finding]
        default: return [finding]
        }
    }

    /// The same at the end of the run. If the model has returned no vector at all, it is tested with a plain picture:
    /// if that fails, too, the photos are not to blame.
    mutating func settleRest(asking encoder: any ImageEncoding) async throws -> [Finding] {
        defer { refused = [] }
        guard !hasAnswered, case .refused(_, _, let error)? = refused.first?.outcome else { return refused }
        do {
            _ = try await encoder.encode(.plain(encoder.input))
        } catch let failure as EvokeError where failure.kind == .inference {
            throw stop(error)
        }
        return refused
    }

    private func stop(_ error: EvokeError) -> EvokeError {
        EvokeError(
            .inference, doing: "index the photos", subject: "",
            reason:
                "the model returned no vector for \(refused.count == 1 ? "a photo" : "\(refused.count) photos in a row"), "
                + "most recently because \(error.reason)",
            remedies: [
                .advice(
                    "The photos are fine, and nothing was recorded for them. Download the model again, or try this."),
                .chooseOption(.precision, Precision.float32.rawValue),
            ], cause: error.cause)
    }
}

extension PreparedImage {
    /// A gradient from black to white.
    fileprivate static func plain(_ input: ImageInput) -> PreparedImage {
        let (width, height) = (input.size.width, input.size.height)
        var tensor: [Float] = []
        for channel in 0..<3 {
            for place in 0..<width * height {
                let brightness = Float(place % width + 1) / Float(width)
                tensor.append((brightness - input.mean[channel]) / input.std[channel])
            }
        }
        return PreparedImage(tensor: tensor, original: input.size)
    }
}

/// Vectors of another program, used instead of encoding photos. It is unknown which model made them, so the first ones
/// are compared with newly made vectors: if one differs, none are used.
package actor TakenVectors {
    /// How many have to match before others are used.
    private static let trials = 16
    /// Between a vector and the same one computed in another precision; those of other models have nothing in common.
    private static let leastLikeness: Float = 0.995

    private let source: any VectorsElsewhere
    private let model: ModelID
    private var alike = 0
    private var beingTried = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// How many photos did not have to be encoded.
    package private(set) var count = 0
    /// Whether a vector differed from the model's.
    package private(set) var areOfAnotherModel = false

    package init(from source: any VectorsElsewhere, model: ModelID) {
        (self.source, self.model) = (source, model)
    }

    func embedding(
        of image: PreparedImage, _ file: FolderScanner.File, isTurned: Bool, by encoder: any ImageEncoding
    ) async throws -> Embedding {
        // Programs differ in how they rotate photos, and in which picture of a raw file or a film they use.
        guard !isTurned, image.share == nil, ![.raw, .video].contains(file.path.format), !areOfAnotherModel,
            // Without a usable vector, the photo is encoded.
            let values = try? await source.vector(of: file.path, as: file.stamp), values.count == model.dimensions,
            let known = Embedding(normalizing: values, fingerprint: model.fingerprint)
        else { return try await encoder.encode(image) }
        while !areOfAnotherModel, alike < Self.trials, alike + beingTried == Self.trials {
            await withCheckedContinuation { waiting.append($0) }
            try Task.checkCancellation()
        }
        if areOfAnotherModel { return try await encoder.encode(image) }
        guard alike < Self.trials else {
            count += 1
            return known
        }
        return try await comparing(known) { try await encoder.encode(image) }
    }

    private func comparing(
        _ known: Embedding, _ encode: @Sendable () async throws -> Embedding
    ) async throws -> Embedding {
        beingTried += 1
        defer {
            beingTried -= 1
            for one in waiting { one.resume() }
            waiting = []
        }
        let own = try await encode()
        if try own.cosine(to: known) < Self.leastLikeness { areOfAnotherModel = true } else { alike += 1 }
        return own
    }
}
