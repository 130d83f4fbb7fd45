import PhotoCore

/// Digests a model's files, its preprocessing and its precision into the name of its vectors.
struct Fingerprint {
    /// Raised when Evoke's own way of preparing pixels changes, so that older vectors are not mixed with newer ones.
    static let preparation = 2

    let cache: DigestCache

    func id(of model: ModelDescription) throws(EvokeError) -> ModelID {
        var parts = ["preparation \(Self.preparation)", "precision f32", "prefix \(model.text.prefix)"]
        let input = model.image.input
        parts.append(
            "\(input.size.width)x\(input.size.height) \(input.fit) \(input.kernel) \(input.mean) \(input.std)")
        for (role, file) in [
            ("image", model.image.graph), ("text", model.text.graph), ("tokenizer", model.text.tokenizer),
        ] {
            parts.append("\(role) \(try cache.sha256(of: file))")
        }
        let digest = FileDigest.sha256(of: parts.joined(separator: "\n"))
        return ModelID(name: model.name, fingerprint: String(digest.prefix(32)), dimensions: model.dimensions)
    }
}
