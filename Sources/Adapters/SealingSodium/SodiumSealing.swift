import EvokeLinux
package import EvokeModels
import EvokeSystem
package import EvokeValues

extension ModelStore {
    /// `key` is the file with the key that encrypts models and decrypts them; it is created when first needed.
    package init(folders: [DiskPath], cache: DiskPath, key: DiskPath?) {
        self.init(folders: folders, cache: cache, sealing: SodiumSealing(key: key))
    }
}

private struct SodiumSealing: ModelSealing {
    let key: DiskPath?

    func open(_ place: DiskPath) throws(EvokeError) -> UnsealedModel {
        let key = try keyFile().read()
        let links = try LinkFolder()
        let folder = links.path.appending(place.name)
        var files: [MemoryFile] = []
        func open(_ name: String) throws(EvokeError) -> SealedFile.SetID {
            let file = try MemoryFile(doing: "decrypt into memory", DiskPath("a file of the model"))
            let sealed = UnsealedModel.sealed(place.appending(name))
            guard FileSystem.isFile(sealed) else { throw .invalidModel(sealed, "the file is missing") }
            let set = try SealedFile.open(sealed, as: name, with: key, file.add)
            try file.freeze()
            files.append(file)
            try links.link(DiskPath(bytes: place.name).appending(name), to: file.path)
            return set
        }
        let set = try open(ModelManifest.fileName)
        let listed = try ModelManifest.read(in: folder)?.files ?? []
        for file in listed {
            guard try open(file.path) == set else {
                throw .invalidModel(UnsealedModel.sealed(place.appending(file.path)), "it belongs to another model")
            }
        }
        return UnsealedModel(place, in: folder, listed, keeping: (links, files))
    }

    func manifest(in place: DiskPath) throws(EvokeError) -> (bytes: [UInt8], seal: any ModelSeal) {
        let key = try keyFile().read()
        var bytes: [UInt8] = []
        let file = UnsealedModel.sealed(place.appending(ModelManifest.fileName))
        let set = try SealedFile.open(file, as: ModelManifest.fileName, with: key) { bytes += $0 }
        return (bytes, SodiumSeal(key: key, set: set))
    }

    func newSeal() throws(EvokeError) -> any ModelSeal {
        SodiumSeal(key: try keyFile().readOrMake(), set: SealedFile.newSet())
    }

    private func keyFile() throws(EvokeError) -> KeyFile {
        if let key { return KeyFile(key) }
        throw EvokeError(
            .wrongUsage, doing: "find the key for encrypted models", subject: "",
            reason: "neither XDG_CONFIG_HOME nor HOME is set", remedy: "Set one of them.")
    }
}

private struct SodiumSeal: ModelSeal {
    let key: SealingKey
    let set: SealedFile.SetID

    func write(
        _ file: DiskPath, as name: String, size: Int64,
        _ fill: (_ add: (UnsafeRawBufferPointer) throws(EvokeError) -> Void) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        let writer = try SealedWriter(UnsealedModel.sealed(file), as: name, size: size, of: set, with: key)
        try fill(writer.add)
        try writer.finish()
    }
}
