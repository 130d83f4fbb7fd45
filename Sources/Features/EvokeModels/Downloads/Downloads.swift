import EvokeSystem
public import EvokeValues

/// The active and resumable downloads of a model store, from any process.
package struct Downloads: Sendable {
    private let modelStore: DiskPath

    package init(on modelStore: DiskPath) {
        self.modelStore = modelStore
    }

    /// All of them, sorted by name. Finished downloads are in the model store, not here.
    package func list() -> [ModelDownload] {
        // The folder doesn't exist before the first download.
        let names = (try? FileSystem.names(in: DownloadFolder.all(on: modelStore))) ?? []
        return names.compactMap { name in
            let name = String(decoding: name, as: UTF8.self)
            return ModelName.isPlain(name) ? download(of: name) : nil
        }
    }

    /// The state of that model's download; nil if there is none.
    package func download(of name: String) -> ModelDownload? {
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
    package func isHeld(_ name: String) -> Bool { DownloadFolder(of: name, on: modelStore).isHeld }

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
    package func request(of name: String) throws(EvokeError) -> DownloadRequest {
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
    package func pause(_ name: String) async throws {
        try await end(name, .pause)
        guard var paused = download(of: name), paused.state != .failed else { return }
        paused.state = .paused
        DownloadFolder(of: name, on: modelStore).state = paused
    }

    /// Stops a download and deletes what has been received.
    package func cancel(_ name: String) async throws {
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
                .notFound, doing: "find the download", subject: DiskPath(name).display,
                reason: "there is no download of that name", remedies: [.showDownloads])
        }
    }
}

/// The progress of a model's download.
public struct ModelDownload: Codable, Hashable, Sendable {
    /// The state of a download.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Its conditions are not met.
        case waiting
        /// Files are being downloaded or verified.
        case running
        /// Everything is there and is being tried before it is installed.
        case checking
        /// Paused on request; what has been received is kept, and requesting the model again resumes it.
        case paused
        /// Its process is gone; what has been received is kept.
        case interrupted
        /// It ended with ``ModelDownload/problem``; what has been received is kept, and requesting the model again
        /// resumes it.
        case failed
    }

    /// The model's name.
    public let name: String
    /// The current state.
    public internal(set) var state: State
    /// Bytes received, including those from earlier runs.
    public internal(set) var received: Int64 = 0
    /// Bytes of all files; nil until all sizes are known.
    public internal(set) var total: Int64?
    /// For this run; nil until there is a meaningful value.
    package internal(set) var bytesPerSecond: Double?
    /// Why it is waiting, being retried, or failed.
    public internal(set) var problem: EvokeError?

    package init(name: String, state: State) {
        self.name = name
        self.state = state
    }

    /// At the rate of this run; nil if nothing is being downloaded, or the rate is unknown.
    package var secondsLeft: Double? {
        guard state == .running, let total, total > received, let bytesPerSecond, bytesPerSecond > 0 else {
            return nil
        }
        return min(Double(total - received) / bytesPerSecond, Self.longest)
    }

    /// Whether its numbers can be real; another program may have written them.
    var isPlausible: Bool {
        let bytes: ClosedRange<Int64> = 0...1_000_000_000_000_000
        return bytes.contains(received) && total.map(bytes.contains) ?? true
            && bytesPerSecond.map { (0...1e12).contains($0) } ?? true
    }

    private static let longest = 1e9
}

/// A model to download, and the conditions for it.
package struct DownloadRequest: Codable, Hashable, Sendable {
    /// The model's name in a catalog and in the model store.
    package let name: String
    /// The base address of its files, instead of the catalog's.
    package var from: String?
    /// The largest total size of all files, in bytes.
    package var mostBytes: Int64?
    /// How often to retry a file after a temporary failure; nil for the default.
    package var retries: Int?
    /// Whether to download only over an unmetered connection; if unknown, it is taken to be metered.
    package var onlyUnmetered = false
    /// Whether to download only on AC power; if unknown, it is taken not to be.
    package var onlyOnPower = false
    /// The catalog's variant; nil for the one that was or will be drawn.
    package var variant: String?
    /// Whether to add a newer version next to an installed one.
    package var isUpdate = false

    /// The model of that name in the catalogs, on those conditions; everything else can be set afterwards.
    package init(_ name: String, conditions: DownloadConditions = DownloadConditions()) {
        self.name = name
        onlyUnmetered = conditions.onlyUnmetered
        onlyOnPower = conditions.onlyOnPower
    }
}

/// What must be true while a model is downloaded.
public struct DownloadConditions: Hashable, Sendable {
    package var onlyUnmetered: Bool
    package var onlyOnPower: Bool

    /// No conditions by default.
    public init(onlyUnmetered: Bool = false, onlyOnPower: Bool = false) {
        self.onlyUnmetered = onlyUnmetered
        self.onlyOnPower = onlyOnPower
    }
}

/// When to download models that are missing, and newer versions of those that are installed.
public struct DownloadPolicy: Hashable, Sendable {
    /// For a model that is missing.
    package var first: DownloadConditions
    /// Nil to keep installed versions.
    package var updates: DownloadConditions?

    /// By default, downloads models and newer versions at any time.
    public init(first: DownloadConditions = DownloadConditions(), updates: DownloadConditions? = DownloadConditions()) {
        self.first = first
        self.updates = updates
    }
}
