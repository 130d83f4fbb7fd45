import EvokeValues

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
        case .encoded, .truncated:
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
