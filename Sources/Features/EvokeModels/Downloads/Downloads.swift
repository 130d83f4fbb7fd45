import EvokeSystem
public import EvokeValues

/// The downloads that are under way on a shelf, in whatever process, or wait to be gone on with.
public struct Downloads: Sendable {
    private let modelStore: FilePath

    package init(on modelStore: FilePath) {
        self.modelStore = modelStore
    }

    /// All of them, in the order of their names. What is done is on the shelf, and no longer here.
    public func list() -> [ModelDownload] {
        // There is no folder before the first download.
        let names = (try? FileSystem.names(in: DownloadFolder.all(on: modelStore))) ?? []
        return names.compactMap { name in
            let name = String(decoding: name, as: UTF8.self)
            return ModelName.isPlain(name) ? download(of: name) : nil
        }
    }

    /// How far the download of that model is; nil where there is none.
    public func download(of name: String) -> ModelDownload? {
        let folder = DownloadFolder(of: name, on: modelStore)
        guard FileSystem.isFolder(folder.path) else { return nil }
        let (state, isRecorded) = (folder.state, folder.isRecorded)
        // In this order: whoever notes anything holds the folder before.
        let isHeld = folder.isHeld
        // Somebody is about to take it, or was killed then.
        guard isRecorded || isHeld || folder.bytes > 0 else { return nil }
        var download = state ?? ModelDownload(name: name, state: .running)
        if [.running, .waiting, .checking].contains(download.state), !isHeld {
            download.state = .interrupted
            download.bytesPerSecond = nil
        }
        return download
    }

    /// Whether a process works on it.
    public func isHeld(_ name: String) -> Bool { DownloadFolder(of: name, on: modelStore).isHeld }

    /// Whether the last download of that name, of which nothing is left, came to its end.
    package func hasSucceeded(_ name: String) -> Bool { DownloadFolder(of: name, on: modelStore).ending == .succeeded }

    /// The downloads that have ended and of which nothing is left, each with a mark that the next of its name changes.
    package func endings() -> [String: FileStamp] {
        // As above.
        let names = ((try? FileSystem.names(in: DownloadFolder.all(on: modelStore))) ?? []).compactMap(
            DownloadFolder.nameEnded)
        let marks = names.compactMap { name in
            DownloadFolder(of: name, on: modelStore).endingStamp.map { (name, $0) }
        }
        return Dictionary(marks, uniquingKeysWith: { $1 })
    }

    /// What was asked for, to go on with it.
    public func request(of name: String) throws(EvokeError) -> DownloadRequest {
        try known(name)
        guard let request = DownloadFolder(of: name, on: modelStore).request, request.name == name else {
            throw EvokeError(
                .damaged, doing: "go on with the download", subject: name, reason: "what was asked for is not known",
                remedies: [.advice("Cancel it, and start again."), .getModel(name)])
        }
        return request
    }

    /// Notes what is to be fetched, before a process is started that does it.
    package func prepare(_ request: DownloadRequest) throws(EvokeError) {
        let folder = DownloadFolder(of: request.name, on: modelStore)
        let lock = try folder.take(for: request)
        defer { withExtendedLifetime(lock) {} }
        // Nobody works on it yet.
        folder.state = ModelDownload(name: request.name, state: .interrupted)
    }

    /// Ends the work on a download, and keeps what has come.
    public func pause(_ name: String) async throws {
        try await end(name, .pause)
        guard let state = download(of: name) else { return }
        if state.state != .failed {
            var paused = state
            paused.state = .paused
            DownloadFolder(of: name, on: modelStore).state = paused
        }
    }

    /// Ends it, and deletes what has come.
    public func cancel(_ name: String) async throws {
        try await end(name, .cancel)
        try DownloadFolder(of: name, on: modelStore).end(.cancelled)
    }

    /// Waits until no process works on it any more.
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
                    reason: "the process that works on it does not answer", remedy: "Try again in a while.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func known(_ name: String) throws(EvokeError) {
        guard ModelName.isPlain(name), FileSystem.isFolder(DownloadFolder(of: name, on: modelStore).path) else {
            throw EvokeError(
                .notFound, doing: "find the download", subject: FilePath(name).display,
                reason: "there is none of that name", remedies: [.showDownloads])
        }
    }
}
