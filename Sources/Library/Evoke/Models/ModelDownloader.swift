public import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Fetches models that are published, and newer versions of those that are on the shelf. Nothing else in Evoke asks
/// anybody on a network.
public struct ModelDownloader: Sendable {
    let places: LibraryConfiguration
    let program: FilePath?
    private let fetcher: @Sendable (_ retries: Int?) -> any FileFetching
    private let circumstances: any CircumstanceReading
    private let tokens: @Sendable () throws -> HubTokens
    private let pace: ModelPull.Pace

    package init(
        _ places: LibraryConfiguration, program: FilePath? = nil, pace: ModelPull.Pace = .usual,
        circumstances: any CircumstanceReading,
        tokens: @escaping @Sendable () throws -> HubTokens = { HubTokens() },
        fetcher: @escaping @Sendable (_ retries: Int?) -> any FileFetching
    ) {
        self.places = places
        self.program = program
        self.pace = pace
        self.tokens = tokens
        self.circumstances = circumstances
        self.fetcher = fetcher
    }

    private var modelStore: ModelStore { ModelStore(places) }
    private var catalogues: CatalogStore { CatalogStore(on: modelStore.firstFolder) }
    /// The downloads of the shelf, in whatever process, to be looked at, paused and cancelled.
    public var downloads: Downloads { Downloads(on: modelStore.firstFolder) }
    var notices: DownloadNotices { .of(FileSystem.absolute(modelStore.firstFolder)) }

    /// How far the downloads of the shelf are, and what happens to them from now on, whoever works on them: this process
    /// or another. Ends with the task that listens.
    public var events: AsyncStream<ModelEvent> { notices.observe() }

    /// What the catalogues list. Nobody on a network is asked.
    public func available() -> [CatalogueModel] { catalogues.models() }

    /// Which variant of the model this installation has drawn; nil before that.
    public func variant(of model: CatalogueModel) -> String? { catalogues.draws.variant(of: model)?.name }

    /// Whether a model of that name is on a shelf, however it came there.
    public func isDownloaded(_ name: String) -> Bool { ModelCollection(places).has(name) }

    /// Whether it was fetched, and not put there by hand.
    public func isFetched(_ name: String) -> Bool {
        modelStore.versions(of: name).contains { $0.manifest?.origin != nil }
    }

    /// Notes what another process is to fetch, once it is clear that it can.
    package func prepare(_ request: DownloadRequest) throws {
        try check(request)
        if !request.isUpdate { try modelStore.checkThatThereIsNone(request.name) }
        try downloads.prepare(request)
    }

    private func check(_ request: DownloadRequest) throws(EvokeError) {
        if let from = request.from, !WebAddress.isOne(from) {
            throw EvokeError(
                .wrongUsage, doing: "fetch the model", subject: FilePath(from).display,
                reason: "that is not an address on the web", remedy: "Give one that begins with https://.")
        }
        _ = try model(request)
    }

    /// What is to be fetched: what the catalogues list, in the variant that this installation has.
    func model(_ request: DownloadRequest) throws(EvokeError) -> ModelPull.Published {
        let catalogues = catalogues
        return try catalogues.draws.settle(catalogues.model(request.name), wanted: request.variant)
    }

    /// Fetches a model, and puts it on the shelf once it has answered.
    ///
    /// - Parameter waits: whether conditions that are not met are waited for; else they are an error.
    public func fetch(
        _ request: DownloadRequest, waits: Bool = false, notify: @escaping @Sendable (ModelDownload) -> Void
    ) async throws -> ModelPull.Ending {
        try await fetch(request, waits: waits, notify: notify) { try model(request) }
    }

    /// - Parameter published: asked for once the conditions are met.
    func fetch(
        _ request: DownloadRequest, waits: Bool, notify: @escaping @Sendable (ModelDownload) -> Void,
        of published: @escaping @Sendable () async throws -> ModelPull.Published
    ) async throws -> ModelPull.Ending {
        let name = request.name
        let (notices, isTold) = (notices, Locked(false))
        let collection = ModelCollection(places)
        let before = collection.digests(of: name)
        do {
            try check(request)
            let pull = ModelPull(request, tools: try tools(for: request)) { download in
                let isFirst = isTold.withLock { isTold in
                    defer { isTold = true }
                    return !isTold
                }
                if isFirst { notices.begin(name) }
                notices.show(download)
                notify(download)
            } of: {
                try await published()
            }
            let ending = try await pull.run(waits: waits)
            if case .installed = ending { collection.forget(before.subtracting(collection.digests(of: name))) }
            notices.end(name, ending.event(of: name))
            return ending
        } catch {
            // One who found another at work has nothing to tell of it.
            if isTold.withLock({ $0 }) { notices.end(name, .failed(name, error as? EvokeError ?? .stopped(name))) }
            throw error
        }
    }

    private func tools(for request: DownloadRequest) throws -> ModelPull.Tools {
        ModelPull.Tools(
            modelStore: modelStore, fetcher: fetcher(request.retries), circumstances: circumstances,
            tokens: try tokens(), pace: pace
        ) { [places] model, scratch in
            let aside = LibraryConfiguration(library: places.library, models: places.models, cache: scratch)
            guard let path = model.string else {
                throw EvokeError(
                    .unsupported, doing: "try the model", subject: model.display,
                    reason: "the name of a folder above it is not UTF-8",
                    remedy: "Name another place for models in EVOKE_MODELS.")
            }
            try await ModelTrial.run(path, places: aside)
        }
    }

    /// The catalogues that were added; `notify` hears of those that cannot be read any more.
    public func addedCatalogues(notify: (EvokeError) -> Void) -> [CatalogStore.Added] {
        catalogues.added(notify: notify)
    }

    /// Adds the catalogue at an address or in a file, and gives it as it was read. A copy is kept.
    ///
    /// Throws `EvokeError`: of the kind `damaged` for what is none, `notAllowed` where its name or a model's is taken.
    public func addCatalogue(_ source: String) async throws -> ModelCatalogue {
        try await catalogues.add(source, tokens: tokens(), fetcher: fetcher(nil))
    }

    /// Takes back one that was added, by its name. Models that it lists stay on the shelf.
    ///
    /// Throws `EvokeError` of the kind `notFound` where none of that name was added.
    public func removeCatalogue(_ name: String) throws { try catalogues.remove(name) }

    /// The models on the shelf that were fetched, and can be looked for again.
    public func updatable() -> [String] {
        modelStore.models().map(\.name).filter { name in
            modelStore.versions(of: name).contains { $0.manifest?.origin != nil }
        }
    }

    /// What to fetch for a newer version of a model that was fetched.
    public func updateRequest(_ name: String) throws(EvokeError) -> DownloadRequest {
        let versions = try modelStore.find(name)
        guard let origin = versions.compactMap(\.manifest?.origin).first else {
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
        try await !model(request).model.isUpToDate(
            request, on: modelStore, tokens: tokens(), fetcher: fetcher(request.retries))
    }

    /// Reads the catalogue again that lists the model, if it came from an address; what is known of it stays where that
    /// does not come.
    func refreshCatalogue(of name: String) async throws {
        for added in addedCatalogues(notify: { _ in }) where added.catalogue.models.contains(where: { $0.name == name })
        {
            guard WebAddress.isOne(added.origin) else { continue }
            do {
                _ = try await addCatalogue(added.origin)
            } catch is EvokeError {
                continue
            }
        }
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
