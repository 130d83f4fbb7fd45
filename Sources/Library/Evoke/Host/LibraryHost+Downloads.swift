public import EvokeModels
import EvokeValues

/// Models that somebody asked the server to fetch. How that goes is told with the library's news.
extension LibraryHost {
    /// Begins to fetch a model of the catalogues.
    public func pull(_ name: String) throws -> ModelDownload {
        guard pulls[name] == nil else {
            throw EvokeError(
                .libraryBusy, doing: "fetch the model", subject: name, reason: "it is being fetched already",
                remedies: [.showDownloads])
        }
        let request = DownloadRequest(name)
        // Said now to whoever asked, and not only to those who listen.
        try downloader.prepare(request)
        pulls[name] = Task { [downloader, news] in
            await downloader.follow(request) { news.tell($0) }
            ended(name)
        }
        return ModelDownload(name: name, state: .running)
    }

    /// Ends all downloads of this process, and keeps what has come.
    func endPulls() async {
        let tasks = Array(pulls.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func ended(_ name: String) {
        pulls[name] = nil
    }
}
