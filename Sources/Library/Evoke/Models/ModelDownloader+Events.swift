public import EvokeModels
public import EvokeValues
import EvokeWorkers

/// An event of a download.
public enum ModelEvent: Sendable {
    /// It starts, or starts waiting for its conditions.
    case started(String)
    /// Its progress; up to ten times a second.
    case progress(ModelDownload)
    /// The model is installed, or was up to date.
    case succeeded(String)
    /// It has ended with an error, or was paused or canceled.
    case failed(String, EvokeError)
}

extension ModelDownloader {
    /// Downloads with a stream of events that ends with `succeeded` or `failed`. It waits for its conditions. A
    /// download that is already running elsewhere is followed to its end. Releasing the stream stops a download that
    /// was started here, and keeps what was downloaded.
    package func events(of request: DownloadRequest) -> AsyncStream<ModelEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ModelEvent.self, bufferingPolicy: .bufferingNewest(100))
        let work = Task {
            await follow(request) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    /// Downloads, or follows a running download, and reports its progress, to its end or until the task is canceled.
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
                // Another process may have downloaded it meanwhile.
                if !request.isUpdate, isFetched(name) { return tell(.succeeded(name)) }
                return tell(.failed(name, error as? EvokeError ?? .stopped(name)))
            }
        }
    }

    /// How a download elsewhere ended; nil if nobody is working on it.
    private func end(of name: String, tell: (ModelEvent) -> Void) async -> ModelEvent? {
        let events = events
        guard downloads.isHeld(name) else { return nil }
        for await event in events where event.name == name {
            if event.isLast { return event }
            if case .progress = event { tell(event) }
        }
        return .failed(name, .stopped(name))
    }

    /// Downloads a missing model, or a newer version of an installed one, each on its own conditions, which are waited
    /// for. A model that was added, not downloaded, stays as it is. Before looking for a newer version, the catalog
    /// that lists the model is read again.
    public func fetch(
        _ name: String, conditions: DownloadPolicy = DownloadPolicy(),
        notify: @escaping @Sendable (ModelDownload) -> Void = { _ in }
    ) async throws -> ModelPull.Ending {
        guard let request = try request(for: name, conditions) else { return .upToDate }
        return try await fetch(request, waits: true, notify: notify) {
            if request.isUpdate { try await refreshCatalogs(listing: name) }
            return try model(request)
        }
    }

    /// What to download now; nil if the model is installed and stays as it is.
    package func request(for name: String, _ conditions: DownloadPolicy) throws -> DownloadRequest? {
        guard isDownloaded(name) else { return DownloadRequest(name, conditions: conditions.first) }
        guard let updates = conditions.updates, isFetched(name) else { return nil }
        var request = try updateRequest(name)
        (request.onlyUnmetered, request.onlyOnPower) = (updates.onlyUnmetered, updates.onlyOnPower)
        return request
    }

    /// The same for a source. A local one is up to date.
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
            .notAllowed, doing: "download the model", subject: name, reason: "it was stopped",
            remedy: "What was downloaded is kept, unless it was canceled.")
    }
}

/// A listener to downloads: queues undelivered events, but per model only those that still matter, so that it never
/// grows with time.
final class DownloadObserver: Sendable {
    private struct State {
        var pending: [ModelEvent] = []
        var waiting: [CheckedContinuation<ModelEvent?, Never>] = []
        var isOver = false
    }

    private let state = Locked(State())

    func add(_ event: ModelEvent) {
        let waiting = state.withLock { state -> CheckedContinuation<ModelEvent?, Never>? in
            guard !state.isOver else { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            switch event {
            // Events from before the start no longer matter.
            case .started: state.pending.removeAll { $0.name == event.name }
            case .progress: state.pending.removeAll { $0.name == event.name && $0.isProgress }
            case .succeeded, .failed: state.pending.removeAll { $0.name == event.name && $0.isLast }
            }
            state.pending.append(event)
            return nil
        }
        waiting?.resume(returning: event)
    }

    /// The next undelivered event; nil at the end.
    func next() async -> ModelEvent? {
        await withCheckedContinuation { continuation in
            let event = state.withLock { state -> ModelEvent?? in
                if state.isOver { return .some(nil) }
                if !state.pending.isEmpty { return state.pending.removeFirst() }
                state.waiting.append(continuation)
                return nil
            }
            if let event { continuation.resume(returning: event) }
        }
    }

    func end() {
        let waiting = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }
}

extension ModelEvent {
    package var name: String {
        switch self {
        case .started(let name), .succeeded(let name), .failed(let name, _): name
        case .progress(let download): download.name
        }
    }

    package var isLast: Bool {
        switch self {
        case .started, .progress: false
        case .succeeded, .failed: true
        }
    }

    fileprivate var isProgress: Bool { if case .progress = self { true } else { false } }
}
