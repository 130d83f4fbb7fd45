public import EvokeValues
import EvokeWorkers

/// Downloads and installs a model: completely, verified, and tried, or not at all.
public struct ModelPull: Sendable {
    package struct Tools: Sendable {
        let modelStore: ModelStore
        let fetcher: any FileFetching
        let circumstances: any CircumstanceReading
        let tokens: HubTokens
        /// Opens the model in the first folder and runs it; whatever it compiles goes into the second.
        let check: @Sendable (DiskPath, DiskPath) async throws -> Void
        let pace: Pace

        package init(
            modelStore: ModelStore, fetcher: any FileFetching, circumstances: any CircumstanceReading,
            tokens: HubTokens,
            pace: Pace = .usual,
            check: @escaping @Sendable (_ model: DiskPath, _ scratch: DiskPath) async throws -> Void
        ) {
            self.modelStore = modelStore
            self.fetcher = fetcher
            self.circumstances = circumstances
            self.tokens = tokens
            self.pace = pace
            self.check = check
        }
    }

    /// The interval between checks for requests from others and for unmet conditions.
    package struct Pace: Sendable {
        package static let usual = Pace(requests: .milliseconds(300), conditions: .seconds(20))

        let requests, conditions: Duration

        package init(requests: Duration, conditions: Duration) {
            self.requests = requests
            self.conditions = conditions
        }
    }

    /// How a download ended that didn't fail.
    public enum Ending: Sendable {
        /// It is installed in this folder.
        case installed(DiskPath)
        /// For an update: the installed version is the published one.
        case upToDate
        /// Paused on request; what has been received is kept.
        case paused
        /// Canceled on request; what was received is deleted.
        case cancelled
    }

    enum Turn: Sendable {
        case finished(Ending)
        case requested(DownloadFolder.Request)
        case lost(EvokeError)
    }

    /// What is published, and which variant it is, if there are several.
    package typealias Published = (model: CatalogModel, variant: String?)

    let tools: Tools
    let published: @Sendable () async throws -> Published
    let request: DownloadRequest
    let folder: DownloadFolder
    let report: DownloadReport

    /// - Parameter published: called once the conditions are met.
    package init(
        _ request: DownloadRequest, tools: Tools, notify: @escaping @Sendable (ModelDownload) -> Void,
        of published: @escaping @Sendable () async throws -> Published
    ) {
        self.tools = tools
        self.published = published
        self.request = request
        folder = DownloadFolder(of: request.name, on: tools.modelStore.firstFolder)
        report = DownloadReport(request.name, folder: folder, notify: notify)
    }

    /// - Parameter waits: whether to wait for unmet conditions instead of throwing an error.
    ///
    /// What has been received is kept if this fails or its task is canceled.
    package func run(waits: Bool) async throws -> Ending {
        let lock = try folder.take(for: request) { () throws(EvokeError) in
            if !request.isUpdate { try tools.modelStore.checkThatThereIsNone(request.name) }
        }
        defer { withExtendedLifetime(lock) {} }
        do {
            let ending = try await turns(waits: waits)
            switch ending {
            case .installed, .upToDate: try folder.end(.succeeded)
            case .cancelled: try folder.end(.cancelled)
            case .paused: report.end(.paused)
            }
            return ending
        } catch let error as EvokeError {
            report.end(.failed, error)
            // If it resumes by itself, its state is the only place that tells why it is waiting.
            if !waits, folder.bytes == 0 { try? folder.erase() }
            throw error
        } catch {
            report.end(error is CancellationError ? .interrupted : .failed)
            throw error
        }
    }

    /// Downloads for as long as the conditions are met.
    private func turns(waits: Bool) async throws -> Ending {
        while true {
            if let obstacle = await obstacle() {
                guard waits else { throw obstacle }
                report.wait(for: obstacle)
                if let pendingRequest = try await pendingRequest(within: tools.pace.conditions) {
                    return ending(pendingRequest)
                }
                continue
            }
            switch try await turn() {
            case .finished(let ending): return ending
            case .requested(let pendingRequest): return ending(pendingRequest)
            case .lost(let obstacle): if !waits { throw obstacle }
            }
        }
    }

    /// Works until it is done, somebody wants it to stop, or its conditions are no longer met.
    private func turn() async throws -> Turn {
        try await withThrowingTaskGroup(of: Turn.self) { group in
            group.addTask { .finished(try await work()) }
            group.addTask {
                while true {
                    if let pendingRequest = try await pendingRequest(within: tools.pace.conditions) {
                        return .requested(pendingRequest)
                    }
                    if let obstacle = await obstacle() { return .lost(obstacle) }
                }
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func ending(_ pendingRequest: DownloadFolder.Request) -> Ending {
        pendingRequest == .pause ? .paused : .cancelled
    }

    private func pendingRequest(within time: Duration) async throws -> DownloadFolder.Request? {
        let end = ContinuousClock.now + time
        repeat {
            if let pendingRequest = folder.pendingRequest { return pendingRequest }
            try await Task.sleep(for: min(tools.pace.requests, time))
        } while ContinuousClock.now < end
        return nil
    }

    /// The error for a condition that is not met or whose state is unknown.
    private func obstacle() async -> EvokeError? {
        func refused(_ circumstance: Circumstance, _ option: Remedy.Option) -> EvokeError? {
            let reason: String
            switch circumstance {
            case .met: return nil
            case .notMet(let words): reason = words
            case .unknown(let words): reason = "it is unclear whether that is allowed: \(words)"
            }
            return EvokeError(
                .notAllowed, doing: "download the model", subject: request.name, reason: reason,
                remedies: [.leaveOutOption(option), .chooseOption(.background)])
        }
        if request.onlyUnmetered,
            let error = refused(await tools.circumstances.unmetered(), .unmeteredOnly)
        {
            return error
        }
        return request.onlyOnPower ? refused(await tools.circumstances.onPower(), .powerOnly) : nil
    }
}
