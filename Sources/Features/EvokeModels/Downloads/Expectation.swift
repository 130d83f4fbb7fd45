import EvokeValues

/// One file of a model as it is currently published.
struct Expectation: Sendable {
    let path: String
    let url: String
    var sha256: String?
    var size: Int64?
    var etag: String?
    var commit: String?
    /// Set if the catalog itself contains the file.
    var content: [UInt8]?

    /// Whether a previously downloaded file is this one; nil if that cannot be determined.
    func isSame(as file: ModelManifest.File) -> Bool? {
        if let sha256 { return sha256 == file.sha256 }
        if let size, size != file.size { return false }
        if let etag, let known = file.etag, url == file.url { return etag == known }
        return nil
    }
}

extension CatalogueModel {
    /// The current files of the model, from the catalog, and from the server for what the catalog doesn't say.
    func expectations(
        at other: String?, tokens: HubTokens, fetcher: any FileFetching,
        setback: @escaping @Sendable (EvokeError) -> Void = { _ in }
    ) async throws -> [Expectation] {
        var found: [Expectation] = []
        for file in files {
            guard let url = location(of: file, at: other) else {
                throw EvokeError(
                    .notFound, doing: "download the model", subject: name,
                    reason: "it is not published in a format that Evoke reads",
                    remedies: [
                        .advice("Export it to ONNX, and put it on your own server or in a folder; see \(page)."),
                        .chooseOption(.source), .addModel,
                    ])
            }
            var expected = Expectation(path: file.path, url: url, sha256: file.sha256, size: file.size)
            if expected.sha256 == nil || expected.size == nil {
                try Task.checkCancellation()
                let remote = try await explained {
                    try await fetcher.look(
                        at: WantedFile(
                            url: url, sha256: file.sha256, size: file.size, token: tokens.token(for: url)),
                        setback: setback)
                }
                if let size = remote.size, !(0...Self.mostBytes).contains(size) {
                    throw EvokeError(
                        .unreachable, doing: "download the model", subject: name,
                        reason: "its server claims that '\(file.path)' has \(size) bytes",
                        remedy: "Try another server.")
                }
                expected.sha256 = expected.sha256 ?? remote.sha256
                expected.size = expected.size ?? remote.size
                expected.etag = remote.etag
                expected.commit = remote.commit
            }
            found.append(expected)
        }
        if let graph {
            let content = GraphModel.manifest(name: name, summary: purpose, licence: licence, graph)
            found.append(
                Expectation(
                    path: GraphModel.fileName, url: page,
                    sha256: FileDigest.sha256(of: String(decoding: content, as: UTF8.self)),
                    size: Int64(content.count), content: content))
        }
        return found
    }

    /// The largest size that a file can have.
    private static let mostBytes: Int64 = 1_000_000_000_000

    /// For gated models, adds to a refusal where to accept the terms.
    func explained<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as EvokeError where isGated && error.kind == .notAllowed {
            throw error.with(remedies: error.remedies + [.advice("Its terms are at \(page).")])
        }
    }
}
