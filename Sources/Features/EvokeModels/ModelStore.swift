import EvokeDigests
import EvokeSystem
package import EvokeValues

/// The folders in which models are searched, nearest first.
package struct ModelStore: Sendable {
    package static let defaultModel = "starter"

    package let folders: [FilePath]
    private let fingerprint: Fingerprint
    private let key: FilePath?

    /// `key` is the file with the key that encrypts models and decrypts them; it is created when first needed.
    package init(folders: [FilePath], cache: FilePath, key: FilePath? = nil) {
        self.folders = folders
        self.key = key
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
        let unsealed =
            UnsealedModel.isSealed(version.folder) ? try UnsealedModel(version.folder, key: keyFile()) : nil
        var description = try version.layout.read(unsealed?.folder ?? version.folder, variant: variant)
        description.unsealed = unsealed
        // In the store, a model is called what it was named when added.
        if !Self.isPath(nameOrPath) { description.name = nameOrPath }
        return description
    }

    /// Removes the links to decrypted models that are still open, for programs that exit without closing them.
    package static func removeLinks() { LinkFolder.removeAll() }

    func keyFile() throws(EvokeError) -> KeyFile {
        if let key { return KeyFile(key) }
        throw EvokeError(
            .wrongUsage, doing: "find the key for encrypted models", subject: "",
            reason: "neither XDG_CONFIG_HOME nor HOME is set", remedy: "Set one of them.")
    }

    /// The versions of a model in order of preference; at least one.
    package func find(_ nameOrPath: String) throws(EvokeError) -> [Version] {
        if Self.isPath(nameOrPath) {
            let folder = FileSystem.absolute(FilePath(nameOrPath))
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
                ? [.advice("Run ./bootstrap to build it, or set EVOKE_MODELS.")]
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
    package func checkIsAsItWas(_ file: FilePath) throws(EvokeError) {
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
