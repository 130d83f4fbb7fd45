import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let models = [
        Route(API.models) { call in
            let engine = try await call.service.library.engine
            return try await call.service.models(inUse: ModelsAnswer.InUse(engine, engine.loadTimes()))
        },
        Route(API.availableModels) { call in AvailableModels(call.service.library.models.downloader) },
        Route(API.downloads) { call in DownloadsAnswer(call.service.library.models.downloader.downloads) },
        Route(API.pullModel) { call in
            let name = call.pieces[0]
            guard !call.service.library.models.downloader.isDownloaded(name) else {
                throw Problem(
                    status: 409, kind: EvokeError.Kind.notAllowed.rawValue,
                    detail: "The model '\(DiskPath(name).display)' is already installed.",
                    remedy: "Check for a newer version with 'evoke models update'.")
            }
            return try await DownloadJSON(call.service.library.models.pull(name))
        },
    ]
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
        Route(raw: API.classify) { call in
            if let form = try await call.form() { return try await .json(call.classify(form)) }
            return try await .json(call.classify(call.json(ClassifyRequest.self)))
        },
        Route(
            API.embed,
            form: { call, form in
                let engine = try await call.service.library.engine
                return try await EmbeddingAnswer(
                    model: engine.modelID.name, embedding: call.embedding(of: form, engine))
            },
            handle: { call, body in
                guard let text = try Check.text(body.text, "text") else {
                    throw Problem.wrongUsage("the text is empty")
                }
                let engine = try await call.service.library.engine
                return try await EmbeddingAnswer(model: engine.modelID.name, embedding: engine.embed(text: text))
            }),
    ]
}

extension Call {
    fileprivate func classify(_ body: ClassifyRequest) async throws -> LabelsAnswer {
        let top = try Check.integer(body.topK ?? Limits.usualLabels, "top_k", 1...Limits.labels)
        let engine = try await service.library.engine
        let embedding = try Check.vector(body.embedding, fingerprint: body.fingerprint, of: engine.modelID)
        let scores = try await vectors(body.labels, none: false, engine).classify(embedding).scores
        return LabelsAnswer(
            results: scores.prefix(top).compactMap { score in
                score.label.map { LabelsAnswer.Result(label: $0, score: score.score) }
            })
    }

    fileprivate func classify(_ form: Form) async throws -> PictureLabelsAnswer {
        let top = try form.integer("top_k", 1...Limits.labels) ?? Limits.usualLabels
        let none = try form.flag("none")
        // An empty list is refused later, with a better message.
        let given = try form.text("labels")?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let engine = try await service.library.engine
        let started = ContinuousClock.now
        let embedding = try await embedding(of: form, engine)
        let embedded = ContinuousClock.now
        let labels = try await vectors(given, none: none, engine)
        let ready = ContinuousClock.now
        let classification = try labels.classify(embedding)
        return PictureLabelsAnswer(
            classification, top: top, by: engine.modelID,
            timings: [("picture", embedded - started), ("labels", ready - embedded)])
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
