import EvokeSystem
package import EvokeValues

/// Keeps models encrypted on disk.
package protocol ModelSealing: Sendable {
    /// Decrypts a model into memory.
    func open(_ place: DiskPath) throws(EvokeError) -> UnsealedModel
    /// The model's manifest, and what encrypts another file for that model.
    func manifest(in place: DiskPath) throws(EvokeError) -> (bytes: [UInt8], seal: any ModelSeal)
    /// Makes the key if there is none.
    func newSeal() throws(EvokeError) -> any ModelSeal
}

/// Encrypts the files of one model so that they can only be opened together.
package protocol ModelSeal {
    /// Writes a file of that size within the model, beside `file`, where it would be unencrypted.
    func write(
        _ file: DiskPath, as name: String, size: Int64,
        _ fill: (_ add: (UnsafeRawBufferPointer) throws(EvokeError) -> Void) throws(EvokeError) -> Void
    ) throws(EvokeError)
}

extension ModelSeal {
    func write(_ manifest: ModelManifest, to file: DiskPath) throws(EvokeError) {
        let bytes = try manifest.encoded()
        try write(file, as: ModelManifest.fileName, size: Int64(bytes.count)) { (add) throws(EvokeError) in
            try bytes.withUnsafeBufferPointer { (bytes) throws(EvokeError) in try add(UnsafeRawBufferPointer(bytes)) }
        }
    }

    /// Atomic: either the old manifest is there or the new one.
    func replace(_ manifest: ModelManifest, in folder: DiskPath) throws(EvokeError) {
        let draft = folder.appending(".\(OwnProcess.nameOfThread)")
        try write(manifest, to: draft)
        do {
            try FileSystem.move(
                UnsealedModel.sealed(draft), to: UnsealedModel.sealed(folder.appending(ModelManifest.fileName)),
                doing: "write the manifest")
        } catch {
            // A leftover draft is never read.
            try? FileSystem.erase(UnsealedModel.sealed(draft))
            throw error
        }
    }
}

/// An encrypted model's files, decrypted in memory for as long as this object exists, under their names in `folder`.
package final class UnsealedModel: Sendable, Hashable {
    /// Where the encrypted files are.
    let place: DiskPath
    /// Has the model's name in the store.
    let folder: DiskPath
    private let digests: [DiskPath: String]
    private let files: any Sendable

    package init(_ place: DiskPath, in folder: DiskPath, _ listed: [ModelManifest.File], keeping files: any Sendable) {
        (self.place, self.folder, self.files) = (place, folder, files)
        digests = Dictionary(listed.map { (folder.appending($0.path), $0.sha256) }, uniquingKeysWith: { $1 })
    }

    /// What an encrypted file is called.
    package static func sealed(_ file: DiskPath) -> DiskPath { DiskPath(bytes: file.bytes + Array(".sealed".utf8)) }

    static func isSealed(_ folder: DiskPath) -> Bool {
        FileSystem.isFile(sealed(folder.appending(ModelManifest.fileName)))
    }

    /// The digest recorded when the model was encrypted; the file cannot have changed since.
    func sha256(of file: DiskPath) throws(EvokeError) -> String {
        if let known = digests[file] { return known }
        return try FileDigest.sha256(of: file)
    }

    package static func == (left: UnsealedModel, right: UnsealedModel) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
