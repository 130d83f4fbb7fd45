package import Evoke
package import EvokeClient
import EvokeValues

extension AvailableModels {
    package init(_ downloader: ModelDownloader) {
        self.init(
            models: downloader.available().map {
                AvailableModel(
                    $0, isDownloaded: downloader.isDownloaded($0.name), variant: downloader.variant(of: $0))
            })
    }
}

extension AvailableModel {
    fileprivate init(_ model: CatalogueModel, isDownloaded: Bool, variant: String?) {
        self.init(
            name: model.name, title: model.title, kind: model.graph?.kind ?? "pair", purpose: model.purpose,
            languages: model.languages, licence: model.licence, gated: model.isGated, dimensions: model.dimensions,
            variants: model.variants.map(\.name), variant: variant, bytes: model.bytes, speed: model.speed,
            page: model.page, isPublished: model.files.allSatisfy { model.location(of: $0) != nil },
            isDownloaded: isDownloaded)
    }
}

extension CataloguesAnswer {
    package init(_ added: [CatalogStore.Added]) {
        self.init(
            catalogues: added.map {
                CatalogueAnswer(
                    name: $0.catalogue.name, origin: $0.origin, models: $0.catalogue.models.map(\.name))
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
