import EvokeDigests
import EvokeSystem
import EvokeValues

/// Encrypts the files of one model so that they can only be opened together.
struct Seal {
    private let key: SealingKey
    private let set: SealedFile.SetID

    init(_ model: ModelDescription, key: KeyFile) throws(EvokeError) {
        // A graph with external weights has to fit in one piece when decrypted.
        for graph in [model.image.graph, model.text.graph] where !graph.weights.isEmpty {
            _ = try InlinedGraph(graph.file)
        }
        self.init(key: try key.readOrMake(), set: SealedFile.newSet())
    }

    /// For another file of a model that is already encrypted.
    init(key: SealingKey, set: SealedFile.SetID) {
        (self.key, self.set) = (key, set)
    }

    /// Computes the digest in the process.
    func copy(
        _ file: FilePath, size: Int64, to target: FilePath, as name: String, notify: (Int) -> Void
    ) throws(EvokeError) -> String {
        let writer = try writer(to: target, as: name, size: size)
        var digest = SHA256()
        var failure: EvokeError?
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBytes { bytes in
                digest.add(bytes)
                do throws(EvokeError) {
                    if failure == nil { try writer.add(bytes) }
                } catch {
                    failure = error
                }
            }
            notify(chunk.count)
        }
        if let failure { throw failure }
        try writer.finish()
        return digest.hex()
    }

    func write(_ bytes: [UInt8], to target: FilePath, as name: String) throws(EvokeError) {
        let writer = try writer(to: target, as: name, size: Int64(bytes.count))
        try bytes.withUnsafeBufferPointer { bytes throws(EvokeError) in
            try writer.add(UnsafeRawBufferPointer(bytes))
        }
        try writer.finish()
    }

    /// Atomic: either the old manifest is there or the new one.
    func replace(_ manifest: ModelManifest, in folder: FilePath) throws(EvokeError) {
        let draft = folder.appending(".\(OwnProcess.nameOfThread)")
        try write(manifest.encoded(), to: draft, as: ModelManifest.fileName)
        let written = FilePath(bytes: draft.bytes + Array(SealedFile.suffix.utf8))
        do {
            try FileSystem.move(
                written, to: folder.appending(ModelManifest.fileName + SealedFile.suffix), doing: "write the manifest")
        } catch {
            // A leftover draft is never read.
            try? FileSystem.erase(written)
            throw error
        }
    }

    private func writer(to target: FilePath, as name: String, size: Int64) throws(EvokeError) -> SealedWriter {
        try SealedWriter(
            FilePath(bytes: target.bytes + Array(SealedFile.suffix.utf8)), as: name, size: size, of: set, with: key)
    }
}
