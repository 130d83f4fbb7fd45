import EvokeDigests
import EvokeSystem
import EvokeValues

/// Encrypts the files of one model, so that they open together and with no others.
struct Seal {
    private let key: SealingKey
    private let set: SealedFile.SetID

    init(_ model: ModelDescription, key: KeyFile) throws(EvokeError) {
        // Those with weights beside them have to fit into one piece when they are decrypted.
        for graph in [model.image.graph, model.text.graph] where !graph.weights.isEmpty {
            _ = try InlinedGraph(graph.file)
        }
        self.init(key: try key.readOrMake(), set: SealedFile.newSet())
    }

    /// For another file of a model that is encrypted already.
    init(key: SealingKey, set: SealedFile.SetID) {
        (self.key, self.set) = (key, set)
    }

    /// Digests the file on the way.
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

    /// In one step: there is the old receipt or the new one.
    func replace(_ manifest: ModelManifest, in folder: FilePath) throws(EvokeError) {
        let draft = folder.appending(".\(OwnProcess.nameOfThread)")
        try write(manifest.encoded(), to: draft, as: ModelManifest.fileName)
        let written = FilePath(bytes: draft.bytes + Array(SealedFile.suffix.utf8))
        do {
            try FileSystem.move(
                written, to: folder.appending(ModelManifest.fileName + SealedFile.suffix), doing: "write the receipt")
        } catch {
            // What stays is a draft, which nobody reads.
            try? FileSystem.erase(written)
            throw error
        }
    }

    private func writer(to target: FilePath, as name: String, size: Int64) throws(EvokeError) -> SealedWriter {
        try SealedWriter(
            FilePath(bytes: target.bytes + Array(SealedFile.suffix.utf8)), as: name, size: size, of: set, with: key)
    }
}
