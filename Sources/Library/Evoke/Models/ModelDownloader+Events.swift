public import EvokeModels
public import EvokeValues

/// What happens to a download.
public enum ModelEvent: Sendable {
    /// Somebody begins to work on it, or to wait for its conditions.
    case started(String)
    /// How far it is; up to ten times a second.
    case progress(ModelDownload)
    /// The model is on the shelf, or was up to date.
    case succeeded(String)
    /// It is at an end, by an error, or since it was paused or cancelled.
    case failed(String, EvokeError)
}

extension ModelDownloader {
    /// Fetches, told as it happens; ends with `succeeded` or `failed`. Conditions are waited for, and where another works
    /// on it already, that is followed to its end. Whoever stops listening stops the download if it began here, and
    /// what has come is kept.
    public func events(of request: DownloadRequest) -> AsyncStream<ModelEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ModelEvent.self, bufferingPolicy: .bufferingNewest(100))
        let work = Task {
            await follow(request) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    /// Fetches, or follows whoever does, and tells how that goes; to its end, or until the task is cancelled.
    func follow(_ request: DownloadRequest, tell: @escaping @Sendable (ModelEvent) -> Void) async {
        let name = request.name
        tell(.started(name))
        while true {
            if !request.isUpdate, isFetched(name) { return tell(.succeeded(name)) }
            do {
                return tell(try await fetch(request, waits: true) { tell(.progress($0)) }.event(of: name))
            } catch let error as EvokeError where error.kind == .libraryBusy && !Task.isCancelled {
                if let end = await end(of: name, tell: tell) { return tell(end) }
            } catch {
                // Another process may have fetched it meanwhile.
                if !request.isUpdate, isFetched(name) { return tell(.succeeded(name)) }
                return tell(.failed(name, error as? EvokeError ?? .stopped(name)))
            }
        }
    }

    /// How a download of another's ended; nil where nobody works on it now.
    private func end(of name: String, tell: (ModelEvent) -> Void) async -> ModelEvent? {
        let events = events
        guard downloads.isHeld(name) else { return nil }
        for await event in events where event.name == name {
            if event.isLast { return event }
            if case .progress = event { tell(event) }
        }
        return .failed(name, .stopped(name))
    }

    /// Fetches a model that is not there, and a newer version of one that is, each on its own conditions, which are
    /// waited for. One that was not fetched but added stays as it is. Before a newer version is looked for, the catalogue
    /// that lists the model is read again.
    public func fetch(
        _ name: String, conditions: DownloadPolicy = DownloadPolicy(),
        notify: @escaping @Sendable (ModelDownload) -> Void = { _ in }
    ) async throws -> ModelPull.Ending {
        guard let request = try request(for: name, conditions) else { return .upToDate }
        return try await fetch(request, waits: true, notify: notify) {
            if request.isUpdate { try await refreshCatalogue(of: name) }
            return try model(request)
        }
    }

    /// What is to be asked for now; nil where the model is there and is to stay as it is.
    package func request(for name: String, _ conditions: DownloadPolicy) throws -> DownloadRequest? {
        guard isDownloaded(name) else { return DownloadRequest(name, conditions: conditions.first) }
        guard let updates = conditions.updates, isFetched(name) else { return nil }
        var request = try updateRequest(name)
        (request.onlyUnmetered, request.onlyOnPower) = (updates.onlyUnmetered, updates.onlyOnPower)
        return request
    }

    /// The same as a source says it. What is local is up to date.
    public func fetch(
        _ source: ModelSource, notify: @escaping @Sendable (ModelDownload) -> Void = { _ in }
    ) async throws -> ModelPull.Ending {
        guard case .remote(let name, _, let conditions) = source else { return .upToDate }
        return try await fetch(name, conditions: conditions, notify: notify)
    }
}

extension ModelPull.Ending {
    private var isDone: Bool {
        switch self {
        case .installed, .upToDate: true
        case .paused, .cancelled: false
        }
    }

    func event(of name: String) -> ModelEvent { isDone ? .succeeded(name) : .failed(name, .stopped(name)) }
}

extension EvokeError {
    static func stopped(_ name: String) -> EvokeError {
        EvokeError(
            .notAllowed, doing: "fetch the model", subject: name, reason: "it was stopped",
            remedy: "What has come is kept, unless it was cancelled.")
    }
}
