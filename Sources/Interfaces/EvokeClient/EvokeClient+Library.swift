/// The library, its models, and what happens there.
extension EvokeClient {
    /// The library in numbers, its folders, and how indexing goes.
    public func library() async throws -> LibraryAnswer {
        try await json(Call(.library, "look at the library"))
    }

    /// Photos that could not be read, and why.
    public func failures(top: Int = 50, offset: Int = 0) async throws -> FailuresAnswer {
        try await json(
            Call(.failures, "list what could not be read", query: [("top", "\(top)"), ("offset", "\(offset)")]))
    }

    /// Adds a folder of the server's machine, and begins to index it.
    @discardableResult
    public func add(root path: String) async throws -> LibraryAnswer {
        try await json(Call(.addRoot, "add the folder", json: RootRequest(path: path)))
    }

    /// Forgets a folder with its photos, by its number in `library()`; the files stay.
    @discardableResult
    public func remove(root id: String) async throws -> LibraryAnswer {
        try await json(Call(.removeRoot, "forget the folder", [id]))
    }

    /// The folders inside a folder of the server's machine; without a path, those of its user's home folder.
    public func folders(in path: String? = nil) async throws -> FoldersAnswer {
        try await json(Call(.folders, "list the folders", query: path.map { [("path", $0)] } ?? []))
    }

    /// Searches with another model of the server's shelf, and begins to index the photos that it has not seen.
    @discardableResult
    public func use(model name: String) async throws -> LibraryAnswer {
        try await json(Call(.useModel, "choose the model", json: ModelRequest(name: name)))
    }

    /// Stops the run that is under way, and keeps what is done.
    @discardableResult
    public func pauseIndexing() async throws -> LibraryAnswer {
        try await json(Call(.setIndexing, "pause indexing", json: IndexingRequest(state: "paused")))
    }

    /// Goes on, and when nothing is under way, reads all folders again.
    @discardableResult
    public func resumeIndexing() async throws -> LibraryAnswer {
        try await json(Call(.setIndexing, "go on indexing", json: IndexingRequest(state: "running")))
    }

    /// The models on the shelf, and the one in use.
    public func models() async throws -> ModelsAnswer {
        try await json(Call(.models, "list the models"))
    }

    /// The models that can be fetched.
    public func availableModels() async throws -> [AvailableModel] {
        let answer: AvailableModels = try await json(Call(.availableModels, "list the models"))
        return answer.models
    }

    /// The models that are being fetched.
    public func downloads() async throws -> [DownloadJSON] {
        let answer: DownloadsAnswer = try await json(Call(.downloads, "list the downloads"))
        return answer.downloads
    }

    /// Begins to fetch a model; `events()` and `downloads()` tell how it goes.
    public func pull(model name: String) async throws -> DownloadJSON {
        try await json(Call(.pullModel, "fetch the model", [name]))
    }

    /// What happens, as it happens; the library as it is comes first. Ends when the server stops, and with an error when
    /// the connection does. Ask again to go on: nothing needs to be remembered.
    public func events() -> AsyncThrowingStream<ServerEvent, any Error> {
        AsyncThrowingStream { continuation in
            let listening = Task {
                var reader = EventReader()
                do {
                    try await exchange(Call(.events, "listen to the server")) { bytes in
                        for event in try reader.take(bytes) { continuation.yield(event) }
                    }
                    continuation.finish()
                } catch is CancellationError {
                    // Nobody listens any more.
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in listening.cancel() }
        }
    }
}
