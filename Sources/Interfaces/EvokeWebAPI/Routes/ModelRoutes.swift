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
