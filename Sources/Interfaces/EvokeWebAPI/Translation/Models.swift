package import Evoke
package import EvokeClient
package import EvokeValues

extension ModelsAnswer {
    package init(_ collection: ModelCollection, inUse: InUse? = nil) {
        self.init(
            inUse: inUse,
            models: collection.list().map { ModelJSON($0.name, folder: $0.folder, $0.model) }
                + collection.graphs().map { ModelJSON($0.name, folder: $0.folder, $0.graph) })
    }
}

extension ModelJSON {
    package init(_ name: String, folder: DiskPath, _ model: Result<ModelCard, EvokeError>) {
        // The error is reported separately.
        let card = try? model.get()
        self.init(
            name: name, folder: JSONText.path(folder), kind: "pair", layout: card?.layout, variant: card?.variant,
            summary: card?.summary, licence: card?.license, dimensions: card?.dimensions, bytes: card?.bytes,
            image: card.map { Image($0.image) },
            text: card.map { Text(tokens: $0.context, isFixed: $0.contextIsFixed) },
            scoring: card.map { Scoring($0.scoring) }, scoringIsSet: card.map { $0.defaults.scoring != nil },
            hasLabels: card.map { $0.hasLabels || $0.defaults.labels != nil },
            files: card.map { card in card.files.map(card.relative) }, encrypted: card?.isEncrypted,
            error: model.problem)
    }

    package init(
        _ name: String, folder: DiskPath, _ graph: Result<GraphCard, EvokeError>, variant: String? = nil
    ) {
        // The same.
        let card = try? graph.get()
        self.init(
            name: name, folder: JSONText.path(folder), kind: card?.description.kind ?? "graph", variant: variant,
            summary: card?.summary, licence: card?.license, bytes: card?.bytes, classes: card?.labelCount,
            inputs: card?.description.inputs.map { .init($0) }, outputs: card?.description.outputs.map { .init($0) },
            files: card.map { card in card.files.map(card.relative) }, error: graph.problem)
    }
}

extension GraphDescription {
    /// Its kind among the models.
    var kind: String { face == nil ? "graph" : "recognizer" }
}

extension Result where Failure == EvokeError {
    fileprivate var problem: ProblemAnswer? {
        if case .failure(let error) = self { Problem(error).answer } else { nil }
    }
}

extension ModelCard {
    package func relative(_ file: DiskPath) -> String {
        DiskPath(bytes: file.bytes.dropFirst(folder.bytes.count + 1)).display
    }
}

extension GraphCard {
    package func relative(_ file: DiskPath) -> String {
        DiskPath(bytes: file.bytes.dropFirst(folder.bytes.count + 1)).display
    }
}

extension AvailableModels {
    package init(_ downloader: ModelDownloader) {
        self.init(
            models: downloader.available().map {
                AvailableModel($0, isDownloaded: downloader.isDownloaded($0.name), variant: downloader.variant(of: $0))
            })
    }
}

extension AvailableModel {
    fileprivate init(_ model: CatalogModel, isDownloaded: Bool, variant: String?) {
        self.init(
            name: model.name, title: model.title, kind: model.graph?.kind ?? "pair", purpose: model.purpose,
            languages: model.languages, licence: model.license, gated: model.isGated, dimensions: model.dimensions,
            variants: model.variants.map(\.name), variant: variant, bytes: model.bytes, speed: model.speed,
            page: model.page, isPublished: model.files.allSatisfy { model.location(of: $0) != nil },
            isDownloaded: isDownloaded)
    }
}

extension CatalogsAnswer {
    package init(_ added: [CatalogStore.Added]) {
        self.init(
            catalogues: added.map {
                CatalogAnswer(name: $0.catalog.name, origin: $0.origin, models: $0.catalog.models.map(\.name))
            })
    }
}

extension DownloadsAnswer {
    package init(_ downloads: Downloads) {
        self.init(downloads: downloads.list().map { DownloadJSON($0) })
    }
}

extension DownloadJSON {
    init(_ download: ModelDownload) {
        func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        self.init(
            name: download.name, state: download.state.rawValue, received: download.received, total: download.total,
            bytesPerSecond: download.bytesPerSecond.map(tenths), secondsLeft: download.secondsLeft.map(tenths),
            error: download.problem.map { Problem($0).answer })
    }
}

extension DownloadEventJSON {
    init(_ event: ModelEvent) {
        switch event {
        case .started(let name): self.init(name: name, event: "started")
        case .progress(let state):
            self.init(name: state.name, event: "progress", download: DownloadJSON(state))
        case .succeeded(let name): self.init(name: name, event: "succeeded")
        case .failed(let name, let problem):
            self.init(name: name, event: "failed", error: Problem(problem).answer)
        }
    }
}

extension GraphPortAnswer {
    package init(_ port: GraphPort) {
        self.init(
            name: port.name, type: port.type?.rawValue, shape: port.shape, scale: port.quantization?.scale,
            zeroPoint: port.quantization?.zeroPoint)
    }

    init(_ port: GraphDescription.Port) {
        self.init(name: port.name, type: port.type.rawValue, shape: port.shape)
    }
}

extension ClassesAnswer {
    package init(_ scores: some Sequence<ImageGraph.Score>, graph: DiskPath, photo: DiskPath) {
        self.init(
            graph: graph, input: photo,
            results: scores.map { .init(label: $0.label, index: $0.index, probability: $0.probability) })
    }
}

extension PictureLabelsAnswer {
    /// The best `top` labels.
    package init(
        _ classification: Classification, top: Int, by model: ModelID, of input: DiskPath? = nil,
        timings: [(part: String, time: Duration)]? = nil
    ) {
        self.init(
            input: input,
            results: classification.scores.prefix(top).map {
                .init(label: $0.label, score: $0.score, cosine: $0.cosine)
            },
            model: model.name, fits: classification.fits,
            timings: timings?.map { .init(part: $0.part, ms: JSONText.milliseconds($0.time)) })
    }
}
