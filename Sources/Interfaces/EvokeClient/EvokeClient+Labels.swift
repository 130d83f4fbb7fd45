/// Sorting by labels, and vectors.
extension EvokeClient {
    /// Labels for a vector of the library's model: those given, else those that were set, else the model's own.
    /// With its fingerprint, the server refuses it if another model made it.
    public func classify(
        embedding: [Float], fingerprint: String? = nil, labels: [String]? = nil, top: Int = 5
    ) async throws -> LabelsAnswer {
        try await json(
            Call(
                .classify, "sort by labels",
                json: ClassifyRequest(
                    embedding: embedding.map { Double($0) }, fingerprint: fingerprint, topK: top, labels: labels)))
    }

    /// Labels for a picture, given as the bytes of its file. No label may have a comma in it.
    public func classify(
        picture: [UInt8], labels: [String]? = nil, includingNone: Bool = false, top: Int = 5
    ) async throws -> PictureLabelsAnswer {
        if let label = labels?.first(where: { $0.contains(",") }) {
            throw EvokeError(
                .wrongUsage, doing: "sort by labels", subject: label, reason: "it has a comma in it",
                remedy: "Embed the picture, and sort its vector.")
        }
        var form = UploadForm(picture: picture)
        form.add("labels", labels?.joined(separator: ","))
        form.add("none", "\(includingNone)")
        form.add("top_k", "\(top)")
        return try await json(Call(.classify, "sort by labels", form: form))
    }

    /// The vector of a text by the library's model; what is too long for it is cut.
    public func embed(text: String) async throws -> EmbeddingAnswer {
        try await json(Call(.embed, "make a vector", json: EmbedRequest(text: text)))
    }

    /// The vector of a picture by the library's model, given as the bytes of its file.
    public func embed(picture: [UInt8]) async throws -> EmbeddingAnswer {
        try await json(Call(.embed, "make a vector", form: UploadForm(picture: picture)))
    }
}
