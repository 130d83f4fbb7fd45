public import PhotoCore

/// The folders in which models are looked for, nearest first.
public struct ModelShelf: Sendable {
    public static let defaultModel = "starter"

    public let folders: [FilePath]
    private let fingerprint: Fingerprint

    public init(folders: [FilePath], cache: FilePath) {
        self.folders = folders
        fingerprint = Fingerprint(cache: DigestCache(folder: cache.appending("digests")))
    }

    /// Finds a model by its name on the shelf, or by the path of its directory.
    public func open(_ nameOrPath: String) throws(EvokeError) -> LoadableModel {
        let folder = try find(nameOrPath)
        let description = try EvokeManifest.read(in: folder)
        return LoadableModel(id: try fingerprint.id(of: description), description: description)
    }

    private func find(_ nameOrPath: String) throws(EvokeError) -> FilePath {
        if nameOrPath.contains("/") || nameOrPath == "." || nameOrPath == ".." {
            let folder = FileSystem.absolute(FilePath(nameOrPath))
            guard FileSystem.isFolder(folder) else {
                throw EvokeError(
                    .modelMissing, doing: "load the model", subject: nameOrPath, reason: "there is no such folder",
                    remedy: "Check the path.")
            }
            guard FileSystem.isFile(folder.appending(EvokeManifest.fileName)) else {
                throw EvokeError(
                    .modelInvalid, doing: "load the model", subject: nameOrPath,
                    reason: "the folder has no \(EvokeManifest.fileName)",
                    remedy: "Name the folder that holds the model's files.")
            }
            return folder
        }
        for shelf in folders {
            let folder = shelf.appending(nameOrPath)
            if FileSystem.isFile(folder.appending(EvokeManifest.fileName)) { return folder }
        }
        throw EvokeError(
            .modelMissing, doing: "load the model", subject: nameOrPath,
            reason: "it is in none of \(folders.map(\.display).joined(separator: ", "))",
            remedy: nameOrPath == Self.defaultModel
                ? "Run ./bootstrap to build it, or set EVOKE_MODELS." : "Check the name, or set EVOKE_MODELS.")
    }
}

/// A model whose files are there and whose vectors have a name.
public struct LoadableModel: Sendable {
    public let id: ModelID
    public let description: ModelDescription
}
