/// The library, its models, and events.
extension EvokeClient {
    /// The library's counts, its folders, and the progress of indexing.
    public func library() async throws -> LibraryAnswer {
        try await ask(API.library)
    }

    /// Photos that could not be read, with the reasons.
    package func failures(top: Int = 50, offset: Int = 0) async throws -> FailuresAnswer {
        try await ask(API.failures, query: ["top": top, "offset": offset])
    }

    /// Adds a folder of the server's machine, and starts indexing it.
    @discardableResult
    public func add(root path: String) async throws -> LibraryAnswer {
        try await ask(API.addRoot, json: RootRequest(path: path))
    }

    /// Removes a folder and its photos from the library, by its ID in `library()`; the files stay.
    @discardableResult
    public func remove(root id: String) async throws -> LibraryAnswer {
        try await ask(API.removeRoot, id)
    }

    /// The folders inside a folder of the server's machine; without a path, those in its user's home folder.
    package func folders(in path: String? = nil) async throws -> FoldersAnswer {
        try await ask(API.folders, query: ["path": path])
    }

    /// Switches to another installed model, and starts indexing the photos it has not seen.
    @discardableResult
    public func use(model name: String) async throws -> LibraryAnswer {
        try await ask(API.useModel, json: ModelRequest(name: name))
    }

    /// Stops the current run, and keeps what it did.
    @discardableResult
    public func pauseIndexing() async throws -> LibraryAnswer {
        try await ask(API.setIndexing, json: IndexingRequest(state: .paused))
    }

    /// Resumes indexing; if there is nothing to resume, all folders are read again.
    @discardableResult
    public func resumeIndexing() async throws -> LibraryAnswer {
        try await ask(API.setIndexing, json: IndexingRequest(state: .running))
    }

    /// The installed models, and the one in use.
    public func models() async throws -> ModelsAnswer {
        try await ask(API.models)
    }

    /// The models available for download.
    package func availableModels() async throws -> [AvailableModel] {
        try await ask(API.availableModels).models
    }

    /// The current downloads.
    package func downloads() async throws -> [DownloadJSON] {
        try await ask(API.downloads).downloads
    }

    /// Starts downloading a model; `events()` and `downloads()` report the progress.
    package func pull(model name: String) async throws -> DownloadJSON {
        try await ask(API.pullModel, name)
    }

    /// Events as they happen, starting with the current state of the library. The stream ends when the server stops,
    /// and with an error if the connection fails. Call it again to continue: no state is lost.
    public func events() -> AsyncThrowingStream<ServerEvent, any Error> {
        AsyncThrowingStream { continuation in
            let listening = Task {
                var reader = EventReader()
                do {
                    try await exchange(Call(operation: API.events.any)) { bytes in
                        for event in try reader.take(bytes) { continuation.yield(event) }
                    }
                    continuation.finish()
                } catch is CancellationError {
                    // The listener is gone.
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in listening.cancel() }
        }
    }
}

/// Shares of albums and saved searches.
extension EvokeClient {
    /// What this client may do.
    package func access() async throws -> AccessAnswer { try await ask(API.access) }

    /// The shares, in order of creation.
    public func shares() async throws -> SharesAnswer { try await ask(API.shares) }

    /// Shares an album, by default for 30 days.
    public func share(album: String, days: Int? = nil) async throws -> ShareMadeAnswer {
        try await ask(API.makeShare, json: ShareRequest(album: album, days: days))
    }

    /// Shares what a saved search finds, by default for 30 days.
    public func share(search: String, days: Int? = nil) async throws -> ShareMadeAnswer {
        try await ask(API.makeShare, json: ShareRequest(search: search, days: days))
    }

    /// Ends a share at once, and returns the others.
    @discardableResult
    public func endShare(_ number: Int) async throws -> SharesAnswer {
        try await ask(API.endShare, number)
    }
}

/// Classifying by labels, and vectors.
extension EvokeClient {
    /// Scores labels for a vector of the library's model: the given labels, otherwise those that were set, otherwise
    /// the model's own. With a fingerprint, the server refuses a vector of another model.
    public func classify(
        embedding: [Float], fingerprint: String? = nil, labels: [String]? = nil, top: Int = 5
    ) async throws -> LabelsAnswer {
        let request = ClassifyRequest(
            embedding: embedding.map { Double($0) }, fingerprint: fingerprint, topK: top, labels: labels)
        return try await json(Call(operation: API.classify.any, body: body(request, of: API.classify)))
    }

    /// Scores labels for a picture, given as the bytes of its file. Labels must not contain commas.
    public func classify(
        picture: [UInt8], labels: [String]? = nil, includingNone: Bool = false, top: Int = 5
    ) async throws -> PictureLabelsAnswer {
        if let label = labels?.first(where: { $0.contains(",") }) {
            throw EvokeError(
                .wrongUsage, doing: "classify by labels", subject: label, reason: "it contains a comma",
                remedy: "Embed the picture, and classify its vector.")
        }
        var form = UploadForm(picture: picture)
        form.add("labels", labels?.joined(separator: ","))
        form.add("none", "\(includingNone)")
        form.add("top_k", "\(top)")
        return try await json(Call(operation: API.classify.any, body: (form.type, form.body)))
    }

    /// The vector of a text by the library's model. A text that is too long for it is cut.
    public func embed(text: String) async throws -> EmbeddingAnswer {
        try await ask(API.embed, json: EmbedRequest(text: text))
    }

    /// The vector of a picture by the library's model, given as the bytes of its file.
    public func embed(picture: [UInt8]) async throws -> EmbeddingAnswer {
        try await ask(API.embed, form: UploadForm(picture: picture))
    }
}
