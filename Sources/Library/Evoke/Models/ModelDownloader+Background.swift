public import EvokeModels
import EvokeSystem
import EvokeValues

/// What continues a download that was started in the background.
public enum BackgroundWork: Hashable, Sendable {
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
    public func start(_ request: DownloadRequest) async throws -> BackgroundWork {
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
        notices.claim(name)
        defer { notices.disclaim(name) }
        try prepare(request)
        guard let program else { return false }
        guard let modelStore = places.models.first?.string,
            // If it cannot start, this process does the download.
            let process = try? DetachedProgram(
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
