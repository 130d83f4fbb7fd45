import EvokeSystem
import EvokeValues

/// Digests a model's files, preprocessing, and precision into the fingerprint of its vectors.
struct Fingerprint {
    /// Raise this when Evoke's own image preprocessing changes, so that older vectors are not mixed with newer ones.
    static let preparation = 3

    /// Raise this when only the vectors of quantized graphs change. Since 1, OpenVINO adds no rounding of its own, and
    /// graphs that scale a whole batch together run one input at a time.
    static let quantization = 1

    /// Raise this when only the vectors of calibrated graphs change. Since 1, OpenVINO does not fuse their steps in
    /// 32-bit floats.
    static let calibration = 1

    let cache: DigestCache

    /// Includes everything but the precision.
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

    /// How a photo is cropped. Empty for models that don't crop, so that they keep the fingerprints from before this
    /// was included.
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
