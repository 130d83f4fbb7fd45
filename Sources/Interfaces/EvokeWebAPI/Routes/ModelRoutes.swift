import Evoke
import EvokeValues
import EvokeWire

extension Routes {
    static let models = [
        shelf,
        Route(
            .availableModels,
            summary: "The models that can be fetched", answer: .json(.named("AvailableModels")),
            handle: { call in
                let downloader = call.service.host.downloader
                return try .json(
                    AvailableModels(
                        models: downloader.available().map {
                            AvailableModel(
                                $0, isDownloaded: downloader.isDownloaded($0.name), variant: downloader.variant(of: $0))
                        }))
            }),
        Route(
            .downloads,
            summary: "The models that are being fetched", answer: .json(.named("Downloads")),
            handle: { call in
                try .json(
                    DownloadsAnswer(downloads: call.service.host.downloader.downloads.list().map { DownloadJSON($0) }))
            }),
        Route(
            .pullModel, summary: "Begin to fetch a model",
            answer: .json(.named("Download"), status: 202), problems: [404, 507],
            handle: { call in
                let name = call.pieces[0]
                guard !call.service.host.downloader.isDownloaded(name) else {
                    throw Problem(
                        status: 409, kind: EvokeError.Kind.notAllowed.rawValue,
                        detail: "The model '\(FilePath(name).display)' is on the shelf already.",
                        remedy: "'evoke models update' looks for a newer version.")
                }
                return try .json(DownloadJSON(await call.service.host.pull(name)), status: 202)
            }),
    ]

    private static let shelf = Route(
        .models, summary: "The models there are, and the one in use",
        answer: .json(.named("Models")),
        handle: { call in
            let engine = try await call.service.host.current().engine
            let times = await engine.loadTimes()
            let list = try await call.service.models()
            return try .json(
                ModelsAnswer(
                    inUse: ModelsAnswer.InUse(
                        name: engine.modelID.name, fingerprint: engine.modelID.fingerprint,
                        dimensions: engine.modelID.dimensions, precision: engine.precision.rawValue,
                        hasLabels: engine.hasLabels,
                        loadMs: ModelsAnswer.LoadMilliseconds(
                            model: JSONText.milliseconds(times.model), text: times.text.map(JSONText.milliseconds),
                            tokenizer: times.tokenizer.map(JSONText.milliseconds),
                            image: times.image.map(JSONText.milliseconds),
                            total: JSONText.milliseconds(times.total))),
                    models: list))
        })
}
