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

    private func checkRoom(for expected: [Expectation], of model: CatalogueModel) throws(EvokeError) {
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
        _ file: Expectation, of model: CatalogueModel, onShelf known: [String: FilePath]
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

extension CatalogueModel {
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
