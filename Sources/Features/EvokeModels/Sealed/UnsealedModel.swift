import EvokeDigests
import EvokeSystem
import EvokeValues

/// An encrypted model's files, decrypted in memory for as long as this object exists, under their names in `folder`.
package final class UnsealedModel: Sendable, Hashable {
    /// Where the encrypted files are.
    let place: FilePath
    /// Has the model's name in the store.
    let folder: FilePath
    private let links: LinkFolder
    private let files: [MemoryFile]
    private let digests: [FilePath: String]

    static func isSealed(_ folder: FilePath) -> Bool {
        FileSystem.isFile(folder.appending(ModelManifest.fileName + SealedFile.suffix))
    }

    init(_ place: FilePath, key: KeyFile) throws(EvokeError) {
        let key = try key.read()
        let links = try LinkFolder()
        let folder = links.path.appending(place.name)
        var files: [MemoryFile] = []
        func open(_ name: String) throws(EvokeError) -> SealedFile.SetID {
            let (file, sealed) = (
                try MemoryFile(doing: "decrypt into memory", FilePath("a file of the model")),
                place.appending(name + SealedFile.suffix)
            )
            guard FileSystem.isFile(sealed) else { throw .invalidModel(sealed, "the file is missing") }
            let set = try SealedFile.open(sealed, as: name, with: key, file.add)
            try file.freeze()
            files.append(file)
            try links.link(FilePath(bytes: place.name).appending(name), to: file.path)
            return set
        }
        let set = try open(ModelManifest.fileName)
        let noted = try ModelManifest.read(in: folder)?.files ?? []
        for file in noted {
            guard try open(file.path) == set else {
                throw .invalidModel(place.appending(file.path + SealedFile.suffix), "it belongs to another model")
            }
        }
        self.place = place
        self.folder = folder
        self.links = links
        self.files = files
        digests = Dictionary(noted.map { (folder.appending($0.path), $0.sha256) }, uniquingKeysWith: { $1 })
    }

    /// The digest recorded when the model was encrypted; the file cannot have changed since.
    func sha256(of file: FilePath) throws(EvokeError) -> String {
        if let known = digests[file] { return known }
        return try FileDigest.sha256(of: file)
    }

    package static func == (left: UnsealedModel, right: UnsealedModel) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
