import EvokeSystem
package import EvokeValues
import Foundation

/// What is recorded next to a model's files when it is added to the store.
package struct ModelManifest: Codable, Hashable, Sendable {
    package struct File: Codable, Hashable, Sendable {
        package let path: String
        package let sha256: String
        package let size: Int64
        /// Where it came from, and the server's identifier for that version of it.
        package private(set) var url: String?
        package private(set) var etag: String?
    }

    /// For a downloaded model: what to download to update it.
    package struct Origin: Codable, Hashable, Sendable {
        /// The address given instead of the catalog's.
        package let from: String?
        /// The commit in the hub's repository.
        package let commit: String?
        /// The catalog's variant, if there are several.
        package let variant: String?
    }

    package enum Standing: String, Codable, Sendable {
        /// It has not been tried yet.
        case new
        case proven
        /// It failed to load, and the previous version is used.
        case refused
    }

    package internal(set) var standing: Standing
    /// Why it failed to load.
    package internal(set) var reason: String?
    /// Higher for newer versions.
    package internal(set) var order: Int
    package let origin: Origin?
    package let files: [File]
    /// The user's settings for labels.
    package internal(set) var defaults: LabelDefaults?

    package init(files: [File], origin: Origin? = nil) {
        standing = .proven
        order = 0
        self.origin = origin
        self.files = files.sorted { $0.path < $1.path }
    }

    /// Identifies the contents of the files.
    package var version: String {
        let text = files.map { "\($0.path) \($0.sha256)" }.joined(separator: "\n")
        return String(FileDigest.sha256(of: text).prefix(12))
    }
}

extension ModelManifest {
    package static let fileName = "receipt.json"
    /// Its name before versions existed; maps paths to digests.
    private static let formerName = "added.json"

    /// Nil for a model that was put there by hand.
    package static func read(in folder: DiskPath) throws(EvokeError) -> ModelManifest? {
        for name in [fileName, formerName] where FileSystem.isFile(folder.appending(name)) {
            let file = folder.appending(name)
            return try ModelManifest(FileSystem.read(file, most: 1 << 26), of: file)
        }
        return nil
    }

    init(_ bytes: [UInt8], of file: DiskPath) throws(EvokeError) {
        let data = Data(bytes)
        if let manifest = try? JSONDecoder().decode(ModelManifest.self, from: data) {
            self = manifest
        } else if let digests = try? JSONDecoder().decode([String: String].self, from: data) {
            self.init(files: digests.map { File(path: $0.key, sha256: $0.value, size: 0) })
        } else {
            throw .invalidModel(file, "it is damaged")
        }
    }

    /// Readable by anyone who can read the folder: all users of a machine may share a model.
    func write(in folder: DiskPath) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        try FileSystem.replace(file, with: encoded())
        if let status = FileSystem.status(of: folder) { try FileSystem.setMode(status.permissions & 0o644, of: file) }
    }

    func encoded() throws(EvokeError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            throw EvokeError(.unsupported, doing: "write", subject: Self.fileName, reason: "a string in it is invalid")
        }
        return Array(data)
    }
}
