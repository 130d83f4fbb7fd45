import EvokeValues

/// Tells a model that fails from photos that it has no vector of: photos are not marked for what the model does wrong.
struct ModelFailures {
    /// More in a row are no accident.
    private static let mostInARow = 5

    /// Photos that the model gave no vector of, since it gave the last one.
    private var refused: [Finding] = []
    private var hasAnswered = false

    /// What is certain now of this photo, and of those before it.
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

    /// The same at the end of the run. Where the model has given no vector at all, it is asked for that of a plain
    /// picture: if there is none either, the photos are not at fault.
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
                "the model gave no vector of \(refused.count == 1 ? "a photo" : "\(refused.count) photos in a row"), "
                + "the last time because \(error.reason)",
            remedies: [
                .advice(
                    "The photos are not at fault, and nothing was noted of them. Get the model again, or try this."),
                .chooseOption(.precision, Precision.float32.rawValue),
            ], cause: error.cause)
    }
}

extension PreparedImage {
    /// From black on one side to white on the other.
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
