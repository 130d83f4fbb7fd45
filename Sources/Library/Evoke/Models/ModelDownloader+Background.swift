public import EvokeModels
import EvokeSystem
import EvokeValues

/// Who goes on with a download that was begun in the background.
public enum BackgroundWork: Hashable, Sendable {
    /// A process of its own, which does not end with this one.
    case program
    /// A task of this process: when the process ends, what has come is kept, and `resumeAll` goes on.
    case task
}

extension ModelDownloader {
    /// Begins to fetch, and returns. Conditions are waited for; `events` tells how it goes.
    ///
    /// Where `evoke` is installed it does the work, and goes on when this program ends; else this process does.
    @discardableResult
    public func start(_ request: DownloadRequest) async throws -> BackgroundWork {
        if try await handOver(request) { return .program }
        notices.keep(request.name) { await follow(request) { _ in } }
        return .task
    }

    /// Goes on with all downloads that were interrupted when their process or the machine ended. Those that were paused
    /// stay so.
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

    /// Waits until another process has taken the download over; false where none did.
    private func handOver(_ request: DownloadRequest) async throws -> Bool {
        let name = request.name
        // Between one who notes it and one who fetches it, nobody works on it: that is no end.
        notices.claim(name)
        defer { notices.disclaim(name) }
        try prepare(request)
        guard let program else { return false }
        guard let modelStore = places.models.first?.string,
            // This process fetches it then.
            let process = try? DetachedProgram(
                program, ["evoke", "models", "downloads", "run", name], variables: ["EVOKE_MODELS": modelStore])
        else { return false }
        while !downloads.isHeld(name) {
            guard !process.hasEnded() else {
                let state = downloads.download(of: name)
                if state?.state == .failed, let problem = state?.problem { throw problem }
                // It is done already, or never began.
                return downloads.hasSucceeded(name)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        Task { while !process.hasEnded() { try await Task.sleep(for: .seconds(1)) } }
        return true
    }
}
