public import EvokeModels
import EvokeValues

/// Downloads of models that clients started. Their progress is part of the library's news.
extension LibraryHost {
    /// Starts downloading a model of the catalogs.
    public func pull(_ name: String) throws -> ModelDownload {
        guard pulls[name] == nil else {
            throw EvokeError(
                .libraryBusy, doing: "download the model", subject: name, reason: "it is already being downloaded",
                remedies: [.showDownloads])
        }
        let request = DownloadRequest(name)
        // Errors found here go to the caller, not only to listeners.
        try downloader.prepare(request)
        pulls[name] = Task { [downloader, news] in
            await downloader.follow(request) { news.tell($0) }
            ended(name)
        }
        return ModelDownload(name: name, state: .running)
    }

    /// Stops all downloads of this process, and keeps what was downloaded.
    func endPulls() async {
        let tasks = Array(pulls.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func ended(_ name: String) {
        pulls[name] = nil
    }
}
