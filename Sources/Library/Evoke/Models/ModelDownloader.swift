import EvokeLinux
package import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers
import SystemLinux

/// Downloads published models, and newer versions of installed ones. Nothing else in Evoke uses a network.
public struct ModelDownloader: Sendable {
    let configuration: LibraryConfiguration
    let program: DiskPath?
    private let fetcher: @Sendable (_ retries: Int?) -> any FileFetching
    private let circumstances: any CircumstanceReading
    private let tokens: @Sendable () throws -> HubTokens
    private let pace: ModelPull.Pace

    package init(
        _ configuration: LibraryConfiguration, program: DiskPath? = nil, pace: ModelPull.Pace = .usual,
        circumstances: any CircumstanceReading,
        tokens: @escaping @Sendable () throws -> HubTokens = { HubTokens() },
        fetcher: @escaping @Sendable (_ retries: Int?) -> any FileFetching
    ) {
        (self.configuration, self.program, self.pace) = (configuration, program, pace)
        (self.tokens, self.circumstances, self.fetcher) = (tokens, circumstances, fetcher)
    }

    private var modelStore: ModelStore { ModelStore(configuration) }
    private var catalogs: CatalogStore { CatalogStore(on: modelStore.firstFolder) }
    /// The downloads in the model store, of any process: list, pause and cancel them.
    package var downloads: Downloads { Downloads(on: modelStore.firstFolder) }
    var notices: DownloadNotices { .of(FileSystem.absolute(modelStore.firstFolder)) }

    /// The state of the downloads in the model store, and what happens to them from now on, in this or any other
    /// process. Ends with the listening task.
    public var events: AsyncStream<ModelEvent> { notices.observe() }

    /// The models in the catalogs, without using the network.
    package func available() -> [CatalogModel] { catalogs.models() }

    /// The variant of the model that was drawn for this installation; nil before that.
    package func variant(of model: CatalogModel) -> String? { catalogs.draws.variant(of: model)?.name }

    /// Whether a model of that name is installed, however it got there.
    public func isDownloaded(_ name: String) -> Bool { ModelCollection(configuration).has(name) }

    /// Whether it was downloaded, not put there by hand.
    package func isFetched(_ name: String) -> Bool {
        modelStore.versions(of: name).contains { $0.manifest?.origin != nil }
    }

    /// Queues a download for another process, after checking that it is possible.
    package func prepare(_ request: DownloadRequest) throws {
        try check(request)
        if !request.isUpdate { try modelStore.checkThatThereIsNone(request.name) }
        try downloads.prepare(request)
    }

    private func check(_ request: DownloadRequest) throws(EvokeError) {
        if let from = request.from, !WebAddress.isOne(from) {
            throw EvokeError(
                .wrongUsage, doing: "download the model", subject: DiskPath(from).display,
                reason: "that is not a web address", remedy: "Give one that starts with https://.")
        }
        _ = try model(request)
    }

    /// What to download: the model in the catalogs, in this installation's variant.
    func model(_ request: DownloadRequest) throws(EvokeError) -> ModelPull.Published {
        let catalogs = catalogs
        return try catalogs.draws.settle(catalogs.model(request.name), wanted: request.variant)
    }

    /// Downloads a model, and installs it after a trial run.
    ///
    /// - Parameter waits: whether to wait for conditions that are not met; if not, they are an error.
    package func fetch(
        _ request: DownloadRequest, waits: Bool = false, notify: @escaping @Sendable (ModelDownload) -> Void
    ) async throws -> ModelPull.Ending {
        try await fetch(request, waits: waits, notify: notify) { try model(request) }
    }

    /// - Parameter published: called once the conditions are met.
    func fetch(
        _ request: DownloadRequest, waits: Bool, notify: @escaping @Sendable (ModelDownload) -> Void,
        of published: @escaping @Sendable () async throws -> ModelPull.Published
    ) async throws -> ModelPull.Ending {
        let name = request.name
        let (notices, isTold) = (notices, Locked(false))
        let collection = ModelCollection(configuration)
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
            // If another process was already at work, there is nothing to report.
            if isTold.withLock({ $0 }) { notices.end(name, .failed(name, error as? EvokeError ?? .stopped(name))) }
            throw error
        }
    }

    private func tools(for request: DownloadRequest) throws -> ModelPull.Tools {
        ModelPull.Tools(
            modelStore: modelStore, fetcher: fetcher(request.retries), circumstances: circumstances,
            tokens: try tokens(), pace: pace
        ) { [configuration] model, scratch in
            let aside = LibraryConfiguration(
                library: configuration.library, models: configuration.models, cache: scratch)
            guard let path = model.string else {
                throw EvokeError(
                    .unsupported, doing: "try the model", subject: model.display,
                    reason: "a folder in its path has a name that is not UTF-8",
                    remedy: "Choose another folder for models in EVOKE_MODELS.")
            }
            try await ModelCollection(aside).tryOut(path)
        }
    }

    /// The catalogs that were added; `notify` gets errors of those that can no longer be read.
    package func addedCatalogs(notify: (EvokeError) -> Void) -> [CatalogStore.Added] {
        catalogs.added(notify: notify)
    }

    /// Adds the catalog at an address or in a file, and returns it. A copy is kept.
    ///
    /// Throws `EvokeError`: of the kind `damaged` for an invalid catalog, `notAllowed` if its name or a model's is
    /// taken.
    package func addCatalog(_ source: String) async throws -> ModelCatalog {
        try await catalogs.add(source, tokens: tokens(), fetcher: fetcher(nil))
    }

    /// Removes an added catalog by its name. Its models stay installed.
    ///
    /// Throws `EvokeError` of the kind `notFound` if none of that name was added.
    package func removeCatalog(_ name: String) throws { try catalogs.remove(name) }

    /// The installed models that were downloaded, and can be updated.
    package func updatable() -> [String] {
        modelStore.models().map(\.name).filter(isFetched)
    }

    /// The request for a newer version of a downloaded model.
    package func updateRequest(_ name: String) throws(EvokeError) -> DownloadRequest {
        let versions = try modelStore.find(name)
        guard let origin = versions.compactMap(\.manifest?.origin).first else {
            throw EvokeError(
                .notAllowed, doing: "update the model", subject: name, reason: "it was added, not downloaded",
                remedy: "Remove it, and add the newer version.")
        }
        var request = DownloadRequest(name)
        request.from = origin.from
        request.isUpdate = true
        return request
    }

    /// Whether the published version differs from the newest installed one.
    package func hasNewer(_ request: DownloadRequest) async throws -> Bool {
        try await !model(request).model.isUpToDate(
            request, on: modelStore, tokens: tokens(), fetcher: fetcher(request.retries))
    }

    /// Reads again the catalogs that came from an address, or those of them that list a model; on failure, the old
    /// copy stays.
    package func refreshCatalogs(
        listing name: String? = nil, notify: (EvokeError) -> Void = { _ in }
    ) async throws {
        for added in addedCatalogs(notify: notify) where WebAddress.isOne(added.origin) {
            if let name, !added.catalog.models.contains(where: { $0.name == name }) { continue }
            do {
                _ = try await addCatalog(added.origin)
            } catch let error as EvokeError {
                notify(error)
            }
        }
    }
}

extension ModelDownloader {
    /// - Parameter program: the `evoke` that continues downloads in the background; nil if this process does so.
    public init(_ configuration: LibraryConfiguration, program: DiskPath? = Self.installedProgram) {
        self.init(
            configuration, program: program, circumstances: MachineCircumstances(),
            tokens: { try HubTokens(environment: LibraryConfiguration.processVariable) },
            fetcher: Network.fetcher)
    }

    /// The `evoke` that a shell would start.
    public static var installedProgram: DiskPath? { DetachedProgram.find("evoke") }

    /// With something else in place of the network.
    package init(_ configuration: LibraryConfiguration, from hub: any FileFetching & CircumstanceReading) {
        let pace = ModelPull.Pace(requests: .milliseconds(10), conditions: .milliseconds(50))
        self.init(configuration, pace: pace, circumstances: hub) { _ in hub }
    }
}

/// What continues a download that was started in the background.
package enum BackgroundWork: Hashable, Sendable {
    /// A separate process, which outlives this one.
    case program
    /// A task of this process. If the process ends, what was downloaded is kept, and `resumeAll` continues.
    case task
}

extension ModelDownloader {
    /// Starts a download, and returns. It waits for its conditions; `events` reports the progress.
    ///
    /// If `evoke` is installed, it does the work, and continues when this program ends; otherwise, this process does
    /// it.
    @discardableResult
    package func start(_ request: DownloadRequest) async throws -> BackgroundWork {
        if try await handOver(request) { return .program }
        notices.keep(request.name) { await follow(request) { _ in } }
        return .task
    }

    /// Resumes all downloads that were interrupted when their process or the machine ended, but not paused ones.
    ///
    /// - Returns: their names.
    @discardableResult
    public func resumeAll(notify: (EvokeError) -> Void = { _ in }) async throws -> [String] {
        var resumed: [String] = []
        for download in downloads.list() where download.state == .interrupted {
            do {
                try await start(downloads.request(of: download.name))
                resumed.append(download.name)
            } catch let error as EvokeError {
                notify(error)
            }
        }
        return resumed
    }

    /// Waits until another process has taken over the download; false if none did.
    private func handOver(_ request: DownloadRequest) async throws -> Bool {
        let name = request.name
        // Between the process that queues it and the one that runs it, nobody works on it, but it has not ended.
        notices.claim(name, true)
        defer { notices.claim(name, false) }
        try prepare(request)
        guard let program else { return false }
        guard let modelStore = configuration.models.first?.string,
            // If it cannot start, this process does the download.
            let process = try? DetachedProgram.start(
                program, ["evoke", "models", "downloads", "run", name], variables: ["EVOKE_MODELS": modelStore])
        else { return false }
        while !downloads.isHeld(name) {
            guard !process.hasEnded() else {
                let state = downloads.download(of: name)
                if state?.state == .failed, let problem = state?.problem { throw problem }
                // It is done already, or never started.
                return downloads.hasSucceeded(name)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        Task { while !process.hasEnded() { try await Task.sleep(for: .seconds(1)) } }
        return true
    }
}
