import EvokeSystem
import EvokeValues

/// Digests a model's files, its preprocessing and its precision into the name of its vectors.
struct Fingerprint {
    /// Raised when Evoke's own way of preparing pixels changes, so that older vectors are not mixed with newer ones.
    static let preparation = 3

    /// Raised when vectors of quantised graphs change, and only they: since 1, OpenVINO rounds nothing on its own, and
    /// what rounds a whole batch by one scale runs alone.
    static let quantization = 1

    /// Raised when vectors of graphs change that round by ranges learnt beforehand, and only they: since 1, OpenVINO does
    /// not join their steps in 32-bit floats.
    static let calibration = 1

    let cache: DigestCache

    /// All but the precision.
    func digest(of model: ModelDescription) throws(EvokeError) -> String {
        let (image, text) = (model.image, model.text)
        let input = image.input
        var parts = [
            "preparation \(Self.preparation)",
            "\(input.size.width)x\(input.size.height) \(input.fit) \(input.kernel) \(input.mean) \(input.std)\(cut(of: input))",
            "\(image.graph.output) \(text.graph.output) \(text.inputs.map(\.name))"
                + (text.inputs.contains { $0.role == .ones } ? " unmasked" : ""),
            "\(text.cleaning) '\(text.prefix)' \(text.ending ?? "") \(text.context) \(text.padding)",
        ]
        if image.graph.isQuantized || text.graph.isQuantized { parts.append("quantised \(Self.quantization)") }
        if image.graph.isCalibrated || text.graph.isCalibrated { parts.append("calibrated \(Self.calibration)") }
        for (role, files) in [
            ("image", [image.graph.file] + image.graph.weights), ("text", [text.graph.file] + text.graph.weights),
            ("tokenizer", [text.tokenizer].filter(FileSystem.isFile)),
        ] {
            for file in files { parts.append("\(role) \(try sha256(of: file, in: model))") }
        }
        return FileDigest.sha256(of: parts.joined(separator: "\n"))
    }

    /// How a photo is cut, for models of which it is: those that are not keep the vectors that they had before it was
    /// said.
    private func cut(of input: ImageInput) -> String {
        switch input.fit {
        case .squash: ""
        case .pad: input.middle == .even ? "" : " \(input.middle)"
        case .shortest: " cut \(input.middle)"
        }
    }

    private func sha256(of file: FilePath, in model: ModelDescription) throws(EvokeError) -> String {
        if let unsealed = model.unsealed { return try unsealed.sha256(of: file) }
        return try cache.sha256(of: file)
    }
}
