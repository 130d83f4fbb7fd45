import EvokeSystem
package import EvokeValues

/// The folders in which models are searched, nearest first.
package struct ModelStore: Sendable {
    package static let defaultModel = "starter"

    package let folders: [DiskPath]
    private let fingerprint: Fingerprint
    private let sealing: (any ModelSealing)?

    package init(folders: [DiskPath], cache: DiskPath, sealing: (any ModelSealing)? = nil) {
        self.folders = folders
        self.sealing = sealing
        fingerprint = Fingerprint(cache: DigestCache(cache.appending("digests")))
    }

    /// Opens a model by name or by the path of its folder; chooses the newest version that works.
    package func open(_ nameOrPath: String, variant: String? = nil) throws(EvokeError) -> LoadableModel {
        try open(find(nameOrPath)[0], as: nameOrPath, variant: variant)
    }

    package func open(
        _ version: Version, as nameOrPath: String, variant: String? = nil
    ) throws(EvokeError) -> LoadableModel {
        let description = try describe(version, as: nameOrPath, variant: variant)
        // Taken before the digest, so that changes made meanwhile are detected.
        let stamps = LoadableModel.stamps(of: description)
        return LoadableModel(
            description: description, digest: try fingerprint.digest(of: description), stamps: stamps)
    }

    /// Describes a model from its files without reading weights.
    package func describe(_ nameOrPath: String, variant: String? = nil) throws(EvokeError) -> ModelDescription {
        try describe(find(nameOrPath)[0], as: nameOrPath, variant: variant)
    }

    private func describe(
        _ version: Version, as nameOrPath: String, variant: String?
    ) throws(EvokeError) -> ModelDescription {
        guard version.layout != .graph else { throw refusal(ofGraphIn: version, as: nameOrPath) }
        let unsealed = UnsealedModel.isSealed(version.folder) ? try sealer().open(version.folder) : nil
        var description = try version.layout.read(unsealed?.folder ?? version.folder, variant: variant)
        description.unsealed = unsealed
        // In the store, a model is called what it was named when added.
        if !Self.isPath(nameOrPath) { description.name = nameOrPath }
        return description
    }

    func sealer() throws(EvokeError) -> any ModelSealing {
        if let sealing { return sealing }
        throw EvokeError(
            .unsupported, doing: "use an encrypted model", subject: "", reason: "this program cannot decrypt models")
    }

    /// The versions of a model in order of preference; at least one.
    package func find(_ nameOrPath: String) throws(EvokeError) -> [Version] {
        if Self.isPath(nameOrPath) {
            let folder = FileSystem.absolute(DiskPath(nameOrPath))
            guard FileSystem.isFolder(folder) else {
                throw EvokeError(
                    .modelMissing, doing: "load the model", subject: nameOrPath, reason: "the folder does not exist",
                    remedy: "Check the path.")
            }
            guard let layout = ModelLayout.of(folder) else { throw UnreadableFolder.error(folder) }
            return [Version(folder: folder, layout: layout, manifest: nil)]
        }
        let found = versions(of: nameOrPath)
        if !found.isEmpty { return found }
        let known = models().map(\.name)
        let guess = Spelling.nearest(to: nameOrPath, among: known)
        throw EvokeError(
            .modelMissing, doing: "load the model", subject: nameOrPath,
            reason: "it is not in any of \(folders.map(\.display).joined(separator: ", "))",
            remedies: nameOrPath == Self.defaultModel
                ? [.advice("Run ./bootstrap to build it, or set EVOKE_MODELS to the folder that has it.")]
                : [
                    guess.map { .advice("Did you mean '\($0)'?") },
                    known.isEmpty ? nil : .advice("Installed: \(known.joined(separator: ", "))."),
                    .getModel(nameOrPath),
                    .advice("Or give the path of its folder."),
                ].compactMap(\.self))
    }

    package static func isPath(_ nameOrPath: String) -> Bool {
        nameOrPath.contains("/") || nameOrPath == "." || nameOrPath == ".."
    }
}

/// A model with complete files and a known fingerprint.
package struct LoadableModel: Sendable {
    package let description: ModelDescription
    package let digest: String
    let stamps: [ContentStamp?]

    /// Whether its files are still those that were digested.
    package var isAsItWas: Bool { Self.stamps(of: description) == stamps }

    /// Call this after reading a file; throws if what was read may belong to another model.
    package func checkIsAsItWas(_ file: DiskPath) throws(EvokeError) {
        guard isAsItWas else {
            throw EvokeError(
                .modelInvalid, doing: "load the model", subject: file.display,
                reason: "it was replaced while loading", remedy: "Try again.")
        }
    }

    /// Whether its files have been replaced by others. Deleted files don't count.
    package var isReplaced: Bool { zip(Self.stamps(of: description), stamps).contains { $0 != nil && $0 != $1 } }

    static func stamps(of model: ModelDescription) -> [ContentStamp?] { model.files.map(ContentStamp.init) }

    package func id(_ precision: Precision) -> ModelID {
        let fingerprint = FileDigest.sha256(of: "\(digest) \(precision.rawValue)").prefix(32)
        return ModelID(
            name: description.name, fingerprint: String(fingerprint), dimensions: description.dimensions)
    }
}

/// Versions of a model: a model that was added is in a folder of its name, downloaded ones are in `NAME@VERSION`. Their
/// contents never change, so that a model in use stays the same.
extension ModelStore {
    package struct Version: Sendable {
        package let folder: DiskPath
        let layout: ModelLayout
        package let manifest: ModelManifest?

        /// Whether it still has to be tried before it is relied upon.
        package var isUntried: Bool { manifest?.standing == .new }
        package var isRefused: Bool { manifest?.standing == .refused }
        package var order: Int { manifest?.order ?? 0 }
    }

    /// The versions in the nearest folder that has any, in order of preference: the newest first, and those that failed
    /// to load last.
    ///
    /// `NAME@VERSION` selects a single version.
    package func versions(of name: String) -> [Version] {
        for modelStore in folders {
            let found = Self.versions(of: name, in: modelStore)
            if !found.isEmpty { return found }
        }
        return []
    }

    package static func versions(of name: String, in modelStore: DiskPath) -> [Version] {
        // A folder may not exist.
        let names = ((try? FileSystem.names(in: modelStore)) ?? []).filter { entry in
            entry.elementsEqual(name.utf8) || entry.starts(with: Array((name + "@").utf8))
        }
        let found = names.compactMap { entry in
            let folder = modelStore.appending(entry)
            return ModelLayout.of(folder).map { layout in
                // On errors, it counts as one that was put there by hand.
                Version(folder: folder, layout: layout, manifest: (try? ModelManifest.read(in: folder)) ?? nil)
            }
        }
        return found.sorted { ($1.isRefused ? 1 : 0, $0.order) > ($0.isRefused ? 1 : 0, $1.order) }
    }

    /// The models that can be named, each once with the folder of the preferred version, in search order.
    package func models() -> [(name: String, folder: DiskPath)] {
        var known: Set<String> = []
        return folders.flatMap { modelStore in
            // A folder may not exist.
            ((try? FileSystem.names(in: modelStore)) ?? []).compactMap { entry -> (String, DiskPath)? in
                guard entry.first != .dot, ModelLayout.of(modelStore.appending(entry)) != nil else { return nil }
                let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "@") }, as: UTF8.self)
                guard known.insert(name).inserted else { return nil }
                return (name, Self.versions(of: name, in: modelStore).first?.folder ?? modelStore.appending(entry))
            }
        }
    }

    /// Records that a version worked, or that it didn't and why. In a read-only folder, this is found out again each
    /// time.
    package func record(_ standing: ModelManifest.Standing, _ reason: String? = nil, of version: Version) {
        // Read again, because settings may have changed meanwhile.
        guard var manifest = (try? ModelManifest.read(in: version.folder)) ?? nil else { return }
        manifest.standing = standing
        manifest.reason = reason
        // Ignored, as above.
        try? manifest.write(in: version.folder)
    }

    /// Moves a prepared folder on the same disk to its final position, atomically, as the newest version.
    package func install(_ prepared: DiskPath, as name: String, _ manifest: ModelManifest) throws(EvokeError)
        -> DiskPath
    {
        try checkName(name)
        let modelStore = firstFolder
        let others = Self.versions(of: name, in: modelStore)
        var manifest = manifest
        manifest.order = min(others.map(\.order).max() ?? -1, .max - 1) + 1
        manifest.standing = others.isEmpty ? .proven : .new
        manifest.defaults = others.lazy.compactMap(\.manifest?.defaults).first
        let place = modelStore.appending("\(name)@\(manifest.version)")
        try makePrivate(prepared)
        try manifest.write(in: prepared)
        // If that version is already there, it failed to load; otherwise it wouldn't have been downloaded again.
        if others.contains(where: { $0.folder == place && $0.isRefused }) { try take(place) }
        try FileSystem.move(prepared, to: place, doing: "add the model")
        // The version that is known to work stays, for libraries with its vectors and in case the new one fails.
        let kept = others.first { !$0.isUntried && !$0.isRefused }?.folder
        // A leftover version only takes space.
        for other in others where other.folder != kept { try? take(other.folder) }
        return place
    }

    private func makePrivate(_ folder: DiskPath) throws(EvokeError) {
        var folders: Set<DiskPath> = [folder]
        for file in try FileSystem.filesBelow(folder) {
            try FileSystem.setMode(0o600, of: folder.appending(file.bytes))
            var parent = file.parent
            while let inner = parent {
                folders.insert(folder.appending(inner.bytes))
                parent = inner.parent
            }
        }
        for folder in folders { try FileSystem.setMode(0o700, of: folder) }
    }
}

/// A user's label settings for a model: the labels that photos are sorted by, and how they are scored. They are in the
/// manifests of all its versions, so they survive updates; for an encrypted model they are encrypted.
extension ModelStore {
    /// Read each time, so that changes take effect immediately, even in servers.
    package func labelDefaults(of model: ModelDescription) throws(EvokeError) -> LabelDefaults {
        try manifest(in: model.place)?.manifest.defaults ?? LabelDefaults()
    }

    /// A model that was put there by hand gets a manifest with nothing else in it.
    package func setLabelDefaults(
        of name: String, _ change: (inout LabelDefaults) -> Void
    ) throws(EvokeError) {
        let found = Self.isPath(name) ? [] : versions(of: name)
        guard !found.isEmpty else {
            throw EvokeError(
                .modelMissing, doing: "set labels for the model", subject: name, reason: "it is not installed",
                remedies: [.listModels, .addModel])
        }
        for version in found {
            let folder = version.folder
            let known = try manifest(in: folder)
            var manifest = known?.manifest ?? ModelManifest(files: [])
            var defaults = manifest.defaults ?? LabelDefaults()
            change(&defaults)
            manifest.defaults = defaults.isEmpty ? nil : defaults
            do throws(EvokeError) {
                if let seal = known?.seal {
                    try seal.replace(manifest, in: folder)
                } else {
                    try manifest.write(in: folder)
                }
            } catch  where [.notAllowed, .readOnly].contains(error.kind) {
                throw EvokeError(
                    error.kind, doing: "set labels for the model", subject: name,
                    reason: "its folder, \(folder), is not writable",
                    remedies: [
                        .advice("Set them for the library instead, or install the model in a folder of your own."),
                        .addModel,
                    ], cause: error.cause)
            }
        }
    }

    /// The manifest, and what encrypts another file for an encrypted model.
    private func manifest(in folder: DiskPath) throws(EvokeError) -> (manifest: ModelManifest, seal: (any ModelSeal)?)?
    {
        guard UnsealedModel.isSealed(folder) else { return try ModelManifest.read(in: folder).map { ($0, nil) } }
        let (bytes, seal) = try sealer().manifest(in: folder)
        let file = UnsealedModel.sealed(folder.appending(ModelManifest.fileName))
        return (try ModelManifest(bytes, of: file), seal)
    }
}
