import EvokeSystem
public import EvokeValues

/// The active and resumable downloads of a model store, from any process.
public struct Downloads: Sendable {
    private let modelStore: FilePath

    package init(on modelStore: FilePath) {
        self.modelStore = modelStore
    }

    /// All of them, sorted by name. Finished downloads are in the model store, not here.
    public func list() -> [ModelDownload] {
        // The folder doesn't exist before the first download.
        let names = (try? FileSystem.names(in: DownloadFolder.all(on: modelStore))) ?? []
        return names.compactMap { name in
            let name = String(decoding: name, as: UTF8.self)
            return ModelName.isPlain(name) ? download(of: name) : nil
        }
    }

    /// The state of that model's download; nil if there is none.
    public func download(of name: String) -> ModelDownload? {
        let folder = DownloadFolder(of: name, on: modelStore)
        guard FileSystem.isFolder(folder.path) else { return nil }
        let (state, isRecorded) = (folder.state, folder.isRecorded)
        // In this order: the folder is locked before anything is recorded.
        let isHeld = folder.isHeld
        // A process is about to start it, or was killed at that point.
        guard isRecorded || isHeld || folder.bytes > 0 else { return nil }
        var download = state ?? ModelDownload(name: name, state: .running)
        if [.running, .waiting, .checking].contains(download.state), !isHeld {
            download.state = .interrupted
            download.bytesPerSecond = nil
        }
        return download
    }

    /// Whether a process is working on it.
    public func isHeld(_ name: String) -> Bool { DownloadFolder(of: name, on: modelStore).isHeld }

    /// Whether the last download of that name succeeded and left nothing behind.
    package func hasSucceeded(_ name: String) -> Bool { DownloadFolder(of: name, on: modelStore).ending == .succeeded }

    /// The downloads that have ended and left nothing behind, each with a stamp that the next download of its name
    /// changes.
    package func endings() -> [String: FileStamp] {
        // As above.
        let names = ((try? FileSystem.names(in: DownloadFolder.all(on: modelStore))) ?? []).compactMap(
            DownloadFolder.nameEnded)
        let marks = names.compactMap { name in
            DownloadFolder(of: name, on: modelStore).endingStamp.map { (name, $0) }
        }
        return Dictionary(marks, uniquingKeysWith: { $1 })
    }

    /// The original request, to resume the download.
    public func request(of name: String) throws(EvokeError) -> DownloadRequest {
        try known(name)
        guard let request = DownloadFolder(of: name, on: modelStore).request, request.name == name else {
            throw EvokeError(
                .damaged, doing: "resume the download", subject: name, reason: "its request is missing",
                remedies: [.advice("Cancel it and start again."), .getModel(name)])
        }
        return request
    }

    /// Records what to download, before starting the process that does it.
    package func prepare(_ request: DownloadRequest) throws(EvokeError) {
        let folder = DownloadFolder(of: request.name, on: modelStore)
        let lock = try folder.take(for: request)
        defer { withExtendedLifetime(lock) {} }
        // No process is working on it yet.
        folder.state = ModelDownload(name: request.name, state: .interrupted)
    }

    /// Stops a download, keeping what has been received.
    public func pause(_ name: String) async throws {
        try await end(name, .pause)
        guard let state = download(of: name) else { return }
        if state.state != .failed {
            var paused = state
            paused.state = .paused
            DownloadFolder(of: name, on: modelStore).state = paused
        }
    }

    /// Stops a download and deletes what has been received.
    public func cancel(_ name: String) async throws {
        try await end(name, .cancel)
        try DownloadFolder(of: name, on: modelStore).end(.cancelled)
    }

    /// Waits until no process is working on it.
    private func end(_ name: String, _ pendingRequest: DownloadFolder.Request) async throws {
        try known(name)
        let folder = DownloadFolder(of: name, on: modelStore)
        guard folder.isHeld else { return }
        try folder.record(pendingRequest)
        let deadline = ContinuousClock.now + .seconds(60)
        while folder.isHeld {
            guard ContinuousClock.now < deadline else {
                throw EvokeError(
                    .libraryBusy, doing: "\(pendingRequest.rawValue) the download", subject: name,
                    reason: "the process working on it does not respond", remedy: "Try again in a while.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func known(_ name: String) throws(EvokeError) {
        guard ModelName.isPlain(name), FileSystem.isFolder(DownloadFolder(of: name, on: modelStore).path) else {
            throw EvokeError(
                .notFound, doing: "find the download", subject: FilePath(name).display,
                reason: "there is no download of that name", remedies: [.showDownloads])
        }
    }
}
