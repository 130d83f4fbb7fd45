import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let models = [
        modelStore,
        Route(
            .availableModels,
            summary: "Models available for download", answer: .json(.named("AvailableModels")),
            handle: { call in
                try .json(AvailableModels(call.service.host.downloader))
            }),
        Route(
            .downloads,
            summary: "Running downloads", answer: .json(.named("Downloads")),
            handle: { call in
                try .json(DownloadsAnswer(call.service.host.downloader.downloads))
            }),
        Route(
            .pullModel, summary: "Start downloading a model",
            answer: .json(.named("Download"), status: 202), problems: [404, 507],
            handle: { call in
                let name = call.pieces[0]
                guard !call.service.host.downloader.isDownloaded(name) else {
                    throw Problem(
                        status: 409, kind: EvokeError.Kind.notAllowed.rawValue,
                        detail: "The model '\(FilePath(name).display)' is already installed.",
                        remedy: "Check for a newer version with 'evoke models update'.")
                }
                return try .json(DownloadJSON(await call.service.host.pull(name)), status: 202)
            }),
    ]

    private static let modelStore = Route(
        .models, summary: "Installed models, and the one in use",
        answer: .json(.named("Models")),
        handle: { call in
            let engine = try await call.service.host.current().engine
            return try .json(
                try await call.service.models(inUse: ModelsAnswer.InUse(engine, await engine.loadTimes())))
        })
}

extension ModelsAnswer.InUse {
    fileprivate init(_ engine: Engine, _ times: LoadTimes) {
        self.init(
            name: engine.modelID.name, fingerprint: engine.modelID.fingerprint,
            dimensions: engine.modelID.dimensions, precision: engine.precision.rawValue, hasLabels: engine.hasLabels,
            loadMs: ModelsAnswer.LoadMilliseconds(
                model: JSONText.milliseconds(times.model), text: times.text.map(JSONText.milliseconds),
                tokenizer: times.tokenizer.map(JSONText.milliseconds), image: times.image.map(JSONText.milliseconds),
                total: JSONText.milliseconds(times.total)))
    }
}

extension Routes {
    static let labels = [
        Route(
            .classify, summary: "Classify a vector or a picture by labels",
            bodies: [
                .json(
                    .object([
                        .must("embedding", .list(of: .number, 1...Limits.embeddingWidth)),
                        .may("fingerprint", .words), .may("top_k", .integer(1...Limits.labels)),
                        .may("labels", .list(of: label, 1...Limits.labels)),
                    ])),
                .form([
                    .must("picture", .file), .may("labels", .words), .may("top_k", .integer(1...Limits.labels)),
                    .may("none", .flag),
                ]),
            ],
            answer: .json(.named("Labels")), problems: [422, 507],
            handle: { call in
                if let form = try await call.form() { return try await call.classify(form) }
                return try await call.classify(call.json(ClassifyRequest.self))
            }),
        Route(
            .embed, summary: "Embed a text or a picture",
            bodies: [
                .json(.object([.must("text", .text(most: Limits.textCharacters, least: 1))])),
                .form([.must("picture", .file)]),
            ],
            answer: .json(.named("Embedding")), problems: [422, 507],
            handle: { call in
                let engine = try await call.service.host.current().engine
                let embedding: Embedding
                if let form = try await call.form() {
                    embedding = try await call.embedding(of: form, engine)
                } else {
                    guard let text = try Check.text(call.json(EmbedRequest.self).text, "text") else {
                        throw Problem.wrongUsage("the text is empty")
                    }
                    embedding = try await engine.embed(text: text)
                }
                return try .json(EmbeddingAnswer(model: engine.modelID.name, embedding: embedding))
            }),
    ]

    private static let label = Schema.text(most: Limits.labelCharacters, least: 1)
}

extension Call {
    fileprivate func classify(_ body: ClassifyRequest) async throws -> Response {
        let top = try Check.integer(body.topK ?? Limits.usualLabels, "top_k", 1...Limits.labels)
        let engine = try await service.host.current().engine
        let embedding = try Check.vector(body.embedding, fingerprint: body.fingerprint, of: engine.modelID)
        let scores = try await vectors(body.labels, none: false, engine).classify(embedding).scores
        return try .json(
            LabelsAnswer(
                results: scores.prefix(top).compactMap { score in
                    score.label.map { LabelsAnswer.Result(label: $0, score: score.score) }
                }))
    }

    fileprivate func classify(_ form: Form) async throws -> Response {
        let top = try form.integer("top_k", 1...Limits.labels) ?? Limits.usualLabels
        let none = try form.flag("none")
        // An empty list is refused later, with a better message.
        let given = try form.text("labels")?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let engine = try await service.host.current().engine
        let clock = ContinuousClock()
        let started = clock.now
        let embedding = try await embedding(of: form, engine)
        let embedded = clock.now
        let labels = try await vectors(given, none: none, engine)
        let ready = clock.now
        let classification = try labels.classify(embedding)
        return try .json(
            PictureLabelsAnswer(
                classification, top: top, by: engine.modelID,
                timings: [("picture", embedded - started), ("labels", ready - embedded)]))
    }

    fileprivate func embedding(of form: Form, _ engine: Engine) async throws -> Embedding {
        guard let picture = try form.picture() else { throw Problem.wrongUsage("the form has no 'picture'") }
        return try await service.uploads.embedding(of: picture, by: engine)
    }

    private func vectors(_ given: [String]?, none: Bool, _ engine: Engine) async throws -> LabelVectors {
        guard let given else {
            guard let set = try engine.defaultLabels() else {
                throw Problem(
                    status: 400, kind: EvokeError.Kind.wrongUsage.rawValue,
                    detail:
                        "The model '\(engine.modelID.name)' has no labels of its own, and none are set for it or "
                        + "for the library.",
                    remedy: "Give some as 'labels', or set some with 'evoke models labels'.")
            }
            return try await engine.labels(set, includingNone: none)
        }
        guard given.count <= Limits.labels else {
            throw Problem.wrongUsage("there can be at most \(Limits.labels) labels")
        }
        guard given.allSatisfy({ $0.unicodeScalars.count <= Limits.labelCharacters }) else {
            throw Problem.wrongUsage("a label can have at most \(Limits.labelCharacters) characters")
        }
        return try await engine.labels(given, includingNone: none, areKept: false)
    }
}
