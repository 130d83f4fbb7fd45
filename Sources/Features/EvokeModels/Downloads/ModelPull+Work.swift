import EvokeSystem
package import EvokeValues

extension ModelPull {
    /// Downloads missing files, tries the model, and installs it.
    func work() async throws -> Ending {
        report.begin()
        let (model, variant) = try await published()
        let expected = try await model.expectations(
            at: request.from, tokens: tools.tokens, fetcher: tools.fetcher, setback: report.record)
        let versions = ModelStore.versions(of: request.name, in: tools.modelStore.firstFolder)
        if request.isUpdate, versions.isUpToDate(with: expected) { return .upToDate }
        try checkRoom(for: expected, of: model)
        try keepOnly(expected)
        let known = versions.flatMap { version in
            (version.manifest?.files ?? []).map { ($0.sha256, version.folder.appending($0.path)) }
        }
        var fetched: [ModelManifest.File] = []
        for file in expected {
            try Task.checkCancellation()
            fetched.append(
                try await fetch(file, of: model, onShelf: Dictionary(known, uniquingKeysWith: { $1 })))
            folder.fetched = fetched + folder.fetched.filter { old in !fetched.contains { $0.path == old.path } }
        }
        try keepOnly(expected, withParts: false)
        report.check()
        do {
            try await tools.check(folder.model, folder.scratch)
        } catch let error as EvokeError where error.kind != .diskFull {
            // Downloading the same files again would end the same way.
            folder.forgetFiles()
            throw error
        }
        try Task.checkCancellation()
        let commits = Set(expected.filter { $0.content == nil }.map(\.commit))
        let origin = ModelManifest.Origin(
            from: request.from, commit: commits.count == 1 ? commits.first ?? nil : nil, variant: variant)
        return .installed(
            try tools.modelStore.install(folder.model, as: request.name, ModelManifest(files: fetched, origin: origin)))
    }

    private func checkRoom(for expected: [Expectation], of model: CatalogModel) throws(EvokeError) {
        let sizes = expected.compactMap(\.size)
        let all = sizes.reduce(0, +)
        let isKnown = sizes.count == expected.count
        report.expect(total: isKnown ? all : nil)
        if let most = request.mostBytes, all > most {
            throw EvokeError(
                .tooLarge, doing: "download the model", subject: request.name,
                reason: "it has \(all) bytes, but only \(most) are allowed",
                remedies: [.chooseOption(.size), .advice("Or choose a smaller model."), .listPublishedModels])
        }
        // Leaves some free space on the disk.
        let needed = (isKnown ? all : max(all, model.bytes)) - folder.bytes + 50_000_000
        if let free = FileSystem.freeBytes(at: folder.path), free < needed {
            throw EvokeError(
                .diskFull, doing: "download the model", subject: request.name,
                reason: "it needs \(needed / 1_000_000) MB, but the disk with \(tools.modelStore.firstFolder) has "
                    + "\(free / 1_000_000) MB left",
                remedy: "Free some space, or set EVOKE_MODELS to a folder on another disk.")
        }
    }

    private func fetch(
        _ file: Expectation, of model: CatalogModel, onShelf known: [String: DiskPath]
    ) async throws -> ModelManifest.File {
        let place = folder.model.appending(file.path)
        if let there = folder.fetched.first(where: { $0.path == file.path }), file.isSame(as: there) == true,
            FileSystem.status(of: place)?.size == there.size
        {
            report.add(there.size)
            return there
        }
        try FileSystem.erase(place)
        if let parent = place.parent { try FileSystem.makeFolder(parent, isPrivate: true) }
        if let content = file.content, let sha256 = file.sha256 {
            try FileSystem.replace(place, with: content)
            report.add(Int64(content.count))
            return ModelManifest.File(path: file.path, sha256: sha256, size: Int64(content.count))
        }
        if let sha256 = file.sha256, let old = known[sha256],
            try FileDigest.copy(old, to: place, notify: { _ in }) == sha256
        {
            let size = FileSystem.size(of: place)
            report.add(size)
            return ModelManifest.File(path: file.path, sha256: sha256, size: size, url: file.url, etag: file.etag)
        }
        try FileSystem.erase(place)
        let wanted = WantedFile(
            url: file.url, sha256: file.sha256, size: file.size, token: tools.tokens.token(for: file.url),
            maximum: file.size ?? request.mostBytes ?? Self.mostBytes)
        let came = try await model.explained {
            try await tools.fetcher.fetch(wanted, to: place) { report.show($0) }
        }
        report.add(came.size)
        return ModelManifest.File(
            path: file.path, sha256: came.sha256, size: came.size, url: file.url, etag: came.etag ?? file.etag)
    }

    /// Deletes files that no longer belong to the model; partial files of those that do are kept.
    private func keepOnly(_ expected: [Expectation], withParts: Bool = true) throws(EvokeError) {
        let paths = Set(expected.map(\.path))
        for file in try FileSystem.filesBelow(folder.model) {
            let path = file.display
            let isPart = withParts && paths.contains { path.hasPrefix($0 + ".") || path.contains("." + $0) }
            if !paths.contains(path), !isPart { try FileSystem.erase(folder.model.appending(file.bytes)) }
        }
    }

    /// For a file whose server doesn't report its size.
    private static let mostBytes: Int64 = 20_000_000_000
}

extension CatalogModel {
    /// Whether the published version is the newest one installed.
    package func isUpToDate(
        _ request: DownloadRequest, on modelStore: ModelStore, tokens: HubTokens, fetcher: any FileFetching
    ) async throws -> Bool {
        let expected = try await expectations(at: request.from, tokens: tokens, fetcher: fetcher)
        return ModelStore.versions(of: request.name, in: modelStore.firstFolder).isUpToDate(with: expected)
    }
}

extension [ModelStore.Version] {
    /// Includes a version that failed to load, because it would fail again.
    fileprivate func isUpToDate(with expected: [Expectation]) -> Bool {
        guard let newest = self.max(by: { $0.order < $1.order })?.manifest else { return false }
        let known = Dictionary(newest.files.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        return expected.count == known.count
            && expected.allSatisfy { file in known[file.path].map { file.isSame(as: $0) ?? true } ?? false }
    }
}

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

extension CatalogModel {
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
                    try await fetcher.probe(
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
            let content = GraphModel.manifest(name: name, summary: purpose, license: license, graph)
            found.append(
                Expectation(
                    path: GraphModel.fileName, url: page,
                    sha256: FileDigest.sha256(of: String(decoding: content, as: UTF8.self)),
                    size: Int64(content.count), content: content))
        }
        return found
    }

    /// For gated models, adds to a refusal where to accept the terms.
    func explained<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as EvokeError where isGated && error.kind == .notAllowed {
            throw error.with(remedies: error.remedies + [.advice("Its terms are at \(page).")])
        }
    }
}
