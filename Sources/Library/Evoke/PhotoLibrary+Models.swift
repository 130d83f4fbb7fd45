public import EvokeModels
import EvokeValues

extension PhotoLibrary {
    /// The model that searches the library, and downloads of others.
    public var models: Models { Models(library: self) }

    /// The model that searches a library, and downloads of others.
    public struct Models: Sendable {
        let library: PhotoLibrary
    }
}

extension PhotoLibrary.Models {
    /// Lists and downloads models.
    public var downloader: ModelDownloader { library.kept.downloader }

    /// Switches searches of a library that is followed to another installed model, and indexes the photos it has not
    /// seen. Others are opened with the other model instead.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a library that is not followed, `notFound` if the model is not
    /// installed, and `libraryBusy` during indexing.
    public func use(_ name: String) async throws { try await library.kept.use(model: name) }

    /// Starts downloading a model of the catalogs. Its progress is part of ``PhotoLibrary/changes``; ``PhotoLibrary/close()``
    /// ends it, and keeps what was downloaded.
    public func pull(_ name: String) async throws -> ModelDownload { try await library.kept.pull(name) }
}

extension KeptLibrary {
    func pull(_ name: String) throws -> ModelDownload {
        guard pulls[name] == nil else {
            throw EvokeError(
                .libraryBusy, doing: "download the model", subject: name, reason: "it is already being downloaded",
                remedies: [.showDownloads])
        }
        let request = DownloadRequest(name)
        // Errors found here go to the caller, not only to listeners.
        try downloader.prepare(request)
        pulls[name] = Task { [downloader, news] in
            await downloader.follow(request) { news.tell(.model($0)) }
            ended(name)
        }
        return ModelDownload(name: name, state: .running)
    }

    private func ended(_ name: String) {
        pulls[name] = nil
    }
}
