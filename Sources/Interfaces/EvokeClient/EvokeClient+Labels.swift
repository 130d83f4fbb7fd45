/// Classifying by labels, and vectors.
extension EvokeClient {
    /// Scores labels for a vector of the library's model: the given labels, otherwise those that were set, otherwise
    /// the model's own. With a fingerprint, the server refuses a vector of another model.
    public func classify(
        embedding: [Float], fingerprint: String? = nil, labels: [String]? = nil, top: Int = 5
    ) async throws -> LabelsAnswer {
        try await json(
            Call(
                .classify, "classify by labels",
                json: ClassifyRequest(
                    embedding: embedding.map { Double($0) }, fingerprint: fingerprint, topK: top, labels: labels)))
    }

    /// Scores labels for a picture, given as the bytes of its file. Labels must not contain commas.
    public func classify(
        picture: [UInt8], labels: [String]? = nil, includingNone: Bool = false, top: Int = 5
    ) async throws -> PictureLabelsAnswer {
        if let label = labels?.first(where: { $0.contains(",") }) {
            throw EvokeError(
                .wrongUsage, doing: "classify by labels", subject: label, reason: "it contains a comma",
                remedy: "Embed the picture, and classify its vector.")
        }
        var form = UploadForm(picture: picture)
        form.add("labels", labels?.joined(separator: ","))
        form.add("none", "\(includingNone)")
        form.add("top_k", "\(top)")
        return try await json(Call(.classify, "classify by labels", form: form))
    }

    /// The vector of a text by the library's model. A text that is too long for it is cut.
    public func embed(text: String) async throws -> EmbeddingAnswer {
        try await json(Call(.embed, "embed the input", json: EmbedRequest(text: text)))
    }

    /// The vector of a picture by the library's model, given as the bytes of its file.
    public func embed(picture: [UInt8]) async throws -> EmbeddingAnswer {
        try await json(Call(.embed, "embed the input", form: UploadForm(picture: picture)))
    }
}
