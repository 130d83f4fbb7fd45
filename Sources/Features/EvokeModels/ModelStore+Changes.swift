import EvokeSystem
package import EvokeValues

/// Adding, verifying, and removing models.
extension ModelStore {
    /// The folder to which models are added.
    package var firstFolder: DiskPath {
        guard let modelStore = folders.first else { preconditionFailure("a model store has a folder") }
        return modelStore
    }

    /// Copies only the files that belong to the model, readable only by their owner, and records their digests. This
    /// happens in one step, so the model is either there completely or not at all.
    ///
    /// With `isEncrypted`, or if the source is encrypted, they are encrypted in the process.
    ///
    /// `check` may reject the model once it is in its final position, where its compiled form will be looked for.
    package func add(
        _ model: ModelDescription, as name: String, isEncrypted: Bool = false,
        notify: (_ copied: Int64, _ all: Int64) -> Void,
        check: () async throws -> Void
    ) async throws {
        let seal = isEncrypted || model.isEncrypted ? try seal(for: model) : nil
        try await add(
            model.files.filter(FileSystem.isFile), in: model.folder, as: name, seal, notify: notify, check: check)
    }

    private func seal(for model: ModelDescription) throws(EvokeError) -> any ModelSeal {
        // A graph with external weights has to fit in one piece when decrypted.
        for graph in [model.image.graph, model.text.graph] where !graph.weights.isEmpty {
            _ = try InlinedGraph(graph.file)
        }
        return try sealer().newSeal()
    }

    /// Does the same for a standalone graph.
    package func add(
        _ graph: GraphModel, as name: String, notify: (_ copied: Int64, _ all: Int64) -> Void,
        check: () async throws -> Void
    ) async throws {
        try await add(graph.files(), in: graph.folder, as: name, nil, notify: notify, check: check)
    }

    private func add(
        _ files: [DiskPath], in folder: DiskPath, as name: String, _ seal: (any ModelSeal)?,
        notify: (_ copied: Int64, _ all: Int64) -> Void, check: () async throws -> Void
    ) async throws {
        try checkName(name)
        try checkThatThereIsNone(name)
        let place = firstFolder.appending(name)
        let draft = firstFolder.appending(".\(name).\(OwnProcess.number).part")
        try FileSystem.makeFolder(draft, isPrivate: true)
        do {
            try copy(files, in: folder, to: draft, seal, notify)
            try FileSystem.move(draft, to: place, doing: "add the model")
        } catch {
            // A leftover draft is never read.
            try? FileSystem.erase(draft)
            throw error
        }
        do {
            try await check()
        } catch {
            // What remains is rejected again when it is opened.
            try? take(place)
            throw error
        }
    }

    /// Removes a model with all its versions, or one version, from the first folder, where `add` puts models.
    package func remove(_ name: String) throws(EvokeError) {
        let found = Self.isPath(name) ? [] : Self.versions(of: name, in: firstFolder)
        guard !found.isEmpty else {
            throw EvokeError(
                .modelMissing, doing: "remove the model", subject: name,
                reason: "there is no model of that name in \(firstFolder)",
                remedies: [.listModels, .advice("Only models that were added can be removed.")])
        }
        for version in found { try take(version.folder) }
    }

    /// Compares the files with the digests recorded when the model was added, and returns their number; nil for a model
    /// that was put there by hand or is elsewhere.
    package func verify(_ model: ModelDescription) throws(EvokeError) -> Int? {
        try verify(filesIn: model.folder)
    }

    package func verify(filesIn folder: DiskPath) throws(EvokeError) -> Int? {
        guard let manifest = try ModelManifest.read(in: folder), !manifest.files.isEmpty else { return nil }
        for listed in manifest.files {
            let file = folder.appending(listed.path)
            guard FileSystem.isFile(file) else { throw .invalidModel(file, "the file is missing") }
            guard try FileDigest.sha256(of: file) == listed.sha256 else {
                throw .invalidModel(file, "it has changed since the model was added")
            }
        }
        return manifest.files.count
    }

    package func checkThatThereIsNone(_ name: String) throws(EvokeError) {
        guard
            FileSystem.status(of: firstFolder.appending(name)) != nil
                || !Self.versions(of: name, in: firstFolder).isEmpty
        else { return }
        throw EvokeError(
            .notAllowed, doing: "add the model", subject: name,
            reason: "there is already a model of that name in \(firstFolder)",
            remedies: [.advice("Choose another name."), .removeModel(name)])
    }

    func checkName(_ name: String) throws(EvokeError) {
        guard ModelName.isPlain(name) else {
            throw EvokeError(
                .wrongUsage, doing: "add the model", subject: DiskPath(name).display,
                reason: "that is not a valid model name", remedy: ModelName.remedy)
        }
    }

    /// Hides the folder first, so that a half-deleted model is never taken for a complete one.
    func take(_ folder: DiskPath) throws(EvokeError) {
        let hidden = DiskPath(
            bytes: firstFolder.appending(".").bytes + folder.name + Array(".\(OwnProcess.number).gone".utf8))
        try FileSystem.move(folder, to: hidden, doing: "remove the model")
        try FileSystem.erase(hidden)
    }

    private func copy(
        _ files: [DiskPath], in source: DiskPath, to folder: DiskPath, _ seal: (any ModelSeal)?,
        _ notify: (Int64, Int64) -> Void
    ) throws(EvokeError) {
        let sizes = files.map { FileSystem.size(of: $0) }
        let all = FileSystem.size(of: files)
        var copied: Int64 = 0
        var listed: [ModelManifest.File] = []
        for (file, size) in zip(files, sizes) {
            let path = Array(file.bytes.dropFirst(source.bytes.count + 1))
            let target = folder.appending(path)
            if let parent = target.parent { try FileSystem.makeFolder(parent, isPrivate: true) }
            let name = String(decoding: path, as: UTF8.self)
            func told(_ count: Int) {
                copied += Int64(count)
                notify(copied, all)
            }
            var digest = ""
            if let seal {
                try seal.write(target, as: name, size: size) { (add) throws(EvokeError) in
                    digest = try FileDigest.copy(file, notify: told, to: add)
                }
            } else {
                digest = try FileDigest.copy(file, to: target, notify: told)
            }
            listed.append(ModelManifest.File(path: name, sha256: digest, size: size))
        }
        let manifest = ModelManifest(files: listed)
        if let seal {
            try seal.write(manifest, to: folder.appending(ModelManifest.fileName))
        } else {
            try manifest.write(in: folder)
        }
    }
}
