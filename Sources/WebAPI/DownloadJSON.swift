package import Evoke
import PhotoCore

/// The contract of `models available --json`, and of the server's list.
package struct AvailableModel: Encodable, Sendable {
    package let name, title, purpose, languages, licence: String
    package let gated: Bool
    /// Of the vectors of a pair; a graph by itself has none.
    package let dimensions: Int?
    package let kind: String
    /// Where not everybody gets the same: their names, and the one that this installation gets.
    package let variants: [String]
    package let variant: String?
    package let bytes: Int64
    package let speed, page: String
    /// Whether it is published in a form that can be fetched.
    package let isPublished, isDownloaded: Bool

    package init(_ model: CatalogueModel, isDownloaded: Bool, variant: String?) {
        kind = model.graph == nil ? "pair" : "graph"
        variants = model.variants.map(\.name)
        self.variant = variant
        (name, title, purpose) = (model.name, model.title, model.purpose)
        (languages, licence, gated) = (model.languages, model.licence, model.isGated)
        (dimensions, bytes, speed, page) = (model.dimensions, model.bytes, model.speed, model.page)
        isPublished = model.files.allSatisfy { model.location(of: $0) != nil }
        self.isDownloaded = isDownloaded
    }
}

/// The contract of `models downloads --json`, and of the server's events and answers about downloads.
package struct DownloadJSON: Encodable, Sendable {
    let name, state: String
    let received: Int64
    let total: Int64?
    let bytesPerSecond, secondsLeft: Double?
    let error: ProblemAnswer?

    package init(_ download: ModelDownload) {
        func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        (name, state) = (download.name, download.state.rawValue)
        (received, total) = (download.received, download.total)
        bytesPerSecond = download.bytesPerSecond.map(tenths)
        secondsLeft = download.secondsLeft.map(tenths)
        error = download.problem.map { Problem($0).answer }
    }
}

/// What is told of a download on the stream of events.
struct DownloadEventJSON: Encodable {
    let name, event: String
    let download: DownloadJSON?
    let error: ProblemAnswer?

    init(_ event: ModelEvent) {
        var (download, error): (DownloadJSON?, ProblemAnswer?) = (nil, nil)
        switch event {
        case .started(let name): (self.name, self.event) = (name, "started")
        case .progress(let state):
            (name, self.event) = (state.name, "progress")
            download = DownloadJSON(state)
        case .succeeded(let name): (self.name, self.event) = (name, "succeeded")
        case .failed(let name, let problem):
            (self.name, self.event) = (name, "failed")
            error = Problem(problem).answer
        }
        (self.download, self.error) = (download, error)
    }
}
