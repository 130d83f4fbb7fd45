public import ModelCatalogue
public import ModelDownloads
import Models
public import PhotoCore

/// Fetches models that are published, and newer versions of those that are on the shelf. Nothing else in Evoke asks
/// anybody on a network.
public struct ModelDownloader: Sendable {
    let places: Places
    private let fetcher: @Sendable (_ retries: Int?) -> any FileFetching
    private let circumstances: any CircumstanceReading
    private let tokens: @Sendable () throws -> HubTokens

    package init(
        _ places: Places, circumstances: any CircumstanceReading,
        tokens: @escaping @Sendable () throws -> HubTokens = { HubTokens() },
        fetcher: @escaping @Sendable (_ retries: Int?) -> any FileFetching
    ) {
        self.places = places
        self.tokens = tokens
        self.circumstances = circumstances
        self.fetcher = fetcher
    }

    private var shelf: ModelShelf { ModelShelf(places) }
    private var catalogues: CatalogueShelf { CatalogueShelf(on: shelf.firstFolder) }
    public var downloads: Downloads { Downloads(on: shelf.firstFolder) }

    /// What the catalogues list. Nobody on a network is asked.
    public func available() -> [CatalogueModel] { catalogues.models() }

    public func isDownloaded(_ name: String) -> Bool { ModelCollection(places).has(name) }

    /// Whether it was fetched, and not put there by hand.
    public func isFetched(_ name: String) -> Bool { shelf.versions(of: name).contains { $0.receipt?.origin != nil } }

    /// Notes what another process is to fetch, once it is clear that it can.
    public func prepare(_ request: DownloadRequest) throws {
        try check(request)
        try shelf.checkThatThereIsNone(request.name)
        try downloads.prepare(request)
    }

    private func check(_ request: DownloadRequest) throws(EvokeError) {
        if let from = request.from, !WebAddress.isOne(from) {
            throw EvokeError(
                .wrongUsage, doing: "fetch the model", subject: FilePath(from).display,
                reason: "that is not an address on the web", remedy: "Give one that begins with https://.")
        }
        _ = try catalogues.model(request.name)
    }

    /// Fetches a model, and puts it on the shelf once it has answered.
    ///
    /// - Parameter waits: whether conditions that are not met are waited for; else they are an error.
    public func fetch(
        _ request: DownloadRequest, waits: Bool = false, notify: @escaping @Sendable (ModelDownload) -> Void
    ) async throws -> ModelPull.Ending {
        try check(request)
        let tools = ModelPull.Tools(
            shelf: shelf, fetcher: fetcher(request.retries), circumstances: circumstances,
            tokens: try tokens()
        ) { [places] model, scratch in
            let aside = Places(library: places.library, models: places.models, cache: scratch)
            guard let path = model.string else {
                throw EvokeError(
                    .unsupported, doing: "try the model", subject: model.display,
                    reason: "the name of a folder above it is not UTF-8",
                    remedy: "Name another place for models in EVOKE_MODELS.")
            }
            try await Engine.open(ModelChoice(path), places: aside).answerOnce()
        }
        let collection = ModelCollection(places)
        let before = collection.digests(of: request.name)
        let ending = try await ModelPull(request, of: catalogues.model(request.name), tools: tools, notify: notify)
            .run(waits: waits)
        if case .installed = ending { collection.forget(before.subtracting(collection.digests(of: request.name))) }
        return ending
    }

    /// The same, told as it happens; ends with `succeeded` or `failed`. Whoever stops listening stops the download, and
    /// what has come is kept.
    public func events(of request: DownloadRequest) -> AsyncStream<ModelEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ModelEvent.self, bufferingPolicy: .bufferingNewest(100))
        let work = Task {
            await fetch(request) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    /// Fetches, and tells how that goes; to its end, or until the task is cancelled.
    func fetch(_ request: DownloadRequest, tell: @escaping @Sendable (ModelEvent) -> Void) async {
        tell(.started(request.name))
        do {
            switch try await fetch(request, notify: { tell(.progress($0)) }) {
            case .installed, .upToDate: tell(.succeeded(request.name))
            case .paused, .cancelled: tell(.failed(request.name, .stopped(request.name)))
            }
        } catch {
            tell(.failed(request.name, error as? EvokeError ?? .stopped(request.name)))
        }
    }

    public func addedCatalogues(notify: (EvokeError) -> Void) -> [CatalogueShelf.Added] {
        catalogues.added(notify: notify)
    }

    public func addCatalogue(_ source: String) async throws -> Catalogue {
        try await catalogues.add(source, tokens: tokens(), fetcher: fetcher(nil))
    }

    public func removeCatalogue(_ name: String) throws { try catalogues.remove(name) }

    /// The models on the shelf that were fetched, and can be looked for again.
    public func updatable() -> [String] {
        shelf.models().map(\.name).filter { name in
            shelf.versions(of: name).contains { $0.receipt?.origin != nil }
        }
    }

    /// What to fetch for a newer version of a model that was fetched.
    public func updateRequest(_ name: String) throws(EvokeError) -> DownloadRequest {
        let versions = try shelf.find(name)
        guard let origin = versions.compactMap(\.receipt?.origin).first else {
            throw EvokeError(
                .notAllowed, doing: "update the model", subject: name, reason: "it was not fetched but added",
                remedy: "Remove it, and add the newer one.")
        }
        var request = DownloadRequest(name)
        request.from = origin.from
        request.isUpdate = true
        return request
    }

    /// Whether another version is published than the newest on the shelf.
    public func hasNewer(_ request: DownloadRequest) async throws -> Bool {
        try await !catalogues.model(request.name).isUpToDate(
            request, on: shelf, tokens: tokens(), fetcher: fetcher(request.retries))
    }

    /// Reads the catalogues again that came from an address; one that does not come stays as it is.
    public func refreshCatalogues(notify: (EvokeError) -> Void) async throws {
        for added in addedCatalogues(notify: notify) where WebAddress.isOne(added.origin) {
            do {
                _ = try await addCatalogue(added.origin)
            } catch let error as EvokeError {
                notify(error)
            }
        }
    }
}

/// What happens to a download.
public enum ModelEvent: Sendable {
    case started(String)
    case progress(ModelDownload)
    case succeeded(String)
    case failed(String, EvokeError)
}

extension EvokeError {
    static func stopped(_ name: String) -> EvokeError {
        EvokeError(
            .notAllowed, doing: "fetch the model", subject: name, reason: "it was stopped",
            remedy: "What has come is kept, unless it was cancelled.")
    }
}
