import EvokeValues

/// One file of a model as it is published now.
struct Expectation: Sendable {
    let path: String
    let url: String
    var sha256: String?
    var size: Int64?
    var etag: String?
    var commit: String?
    /// Of a file that the catalogue itself holds.
    var content: [UInt8]?

    /// Whether a file that was fetched before is this one; nil when nobody can tell.
    func isSame(as file: ModelManifest.File) -> Bool? {
        if let sha256 { return sha256 == file.sha256 }
        if let size, size != file.size { return false }
        if let etag, let known = file.etag, url == file.url { return etag == known }
        return nil
    }
}

extension CatalogueModel {
    /// What its files are now: from the catalogue, and for what that does not say, from the server.
    func expectations(
        at other: String?, tokens: HubTokens, fetcher: any FileFetching,
        setback: @escaping @Sendable (EvokeError) -> Void = { _ in }
    ) async throws -> [Expectation] {
        var found: [Expectation] = []
        for file in files {
            guard let url = location(of: file, at: other) else {
                throw EvokeError(
                    .notFound, doing: "fetch the model", subject: name,
                    reason: "nobody publishes it in a form that Evoke reads",
                    remedies: [
                        .advice("Export it to ONNX, and put it on a server of your own or into a folder; see \(page)."),
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
                        .unreachable, doing: "fetch the model", subject: name,
                        reason: "its server says that '\(file.path)' has \(size) bytes", remedy: "Try another server.")
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

    /// That a file can have.
    private static let mostBytes: Int64 = 1_000_000_000_000

    /// Where only those are let in who have agreed to something, a refusal says where that is done.
    func explained<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as EvokeError where isGated && error.kind == .notAllowed {
            throw error.with(remedies: error.remedies + [.advice("Its terms are at \(page).")])
        }
    }
}
