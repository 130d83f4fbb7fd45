package import EvokeValues

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
