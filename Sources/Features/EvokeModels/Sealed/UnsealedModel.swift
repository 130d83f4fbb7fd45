import EvokeCMemoryFile
import EvokeDigests
import EvokeSystem
package import EvokeValues
import EvokeWorkers

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
        let listed = try ModelManifest.read(in: folder)?.files ?? []
        for file in listed {
            guard try open(file.path) == set else {
                throw .invalidModel(place.appending(file.path + SealedFile.suffix), "it belongs to another model")
            }
        }
        self.place = place
        self.folder = folder
        self.links = links
        self.files = files
        digests = Dictionary(listed.map { (folder.appending($0.path), $0.sha256) }, uniquingKeysWith: { $1 })
    }

    /// The digest recorded when the model was encrypted; the file cannot have changed since.
    func sha256(of file: FilePath) throws(EvokeError) -> String {
        if let known = digests[file] { return known }
        return try FileDigest.sha256(of: file)
    }

    package static func == (left: UnsealedModel, right: UnsealedModel) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

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

/// A graph in a form that OpenVINO can read.
///
/// OpenVINO reads external weights only from disk. For a graph decrypted in memory, they are inlined, also in memory,
/// and only for as long as this object exists, because that takes as much memory again. Graphs that OpenVINO computes
/// faster in another form are rewritten too.
package final class ReadableGraph {
    package let file: FilePath
    private let memory: MemoryFile?

    package init(_ graph: ModelDescription.Graph) throws(EvokeError) {
        let isSealed = !graph.weights.isEmpty && OpenFile.isLink(graph.file)
        guard let whole = isSealed ? try InlinedGraph(graph.file) : Self.quicker(graph.file) else {
            (file, memory) = (graph.file, nil)
            return
        }
        let memory = try MemoryFile(doing: "lay out in memory", FilePath("the model's graph and weights"))
        try whole.write(to: memory)
        try memory.freeze()
        (file, self.memory) = (memory.path, memory)
    }

    /// Nil if there is no faster form. Problems with the graph are left for OpenVINO to report.
    private static func quicker(_ graph: FilePath) -> InlinedGraph? {
        // On errors, the unchanged graph works as well.
        guard graph.suffix == "onnx", let whole = try? InlinedGraph(graph), whole.isQuicker else { return nil }
        return whole
    }
}

/// A file that exists only in memory, until the process ends or it is closed.
package final class MemoryFile: Sendable {
    private let descriptor: Int32

    private let doing: String
    private let subject: FilePath

    /// - Parameters:
    ///   - doing: with `subject`, the action for error messages.
    package init(doing: String, _ subject: FilePath) throws(EvokeError) {
        self.doing = doing
        self.subject = subject
        descriptor = evoke_memory_file_make()
        guard descriptor >= 0 else { throw failure() }
    }

    deinit {
        Descriptors.close(descriptor)
    }

    package func add(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
        guard FileSystem.writeAll(bytes, to: descriptor) else { throw failure() }
    }

    func add(_ bytes: ArraySlice<UInt8>) throws(EvokeError) {
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }) else { throw failure() }
    }

    /// Makes it immutable.
    package func freeze() throws(EvokeError) {
        guard evoke_memory_file_freeze(descriptor) == 0 else { throw failure() }
    }

    /// The path under which this process can open it.
    package var path: FilePath { OpenFile.link(descriptor) }

    private func failure() -> EvokeError {
        .system(Errno.last.code, doing: doing, subject: subject)
    }
}

/// A folder for links into this process, which no other process can follow.
package final class LinkFolder: Sendable {
    /// All folders of this process.
    private static let all = Locked<Set<FilePath>>([])

    private let own: OwnFolder
    package var path: FilePath { own.path }

    /// - Parameter kind: the prefix of its name.
    package init(_ kind: String = "evoke-model", in parent: FilePath = Environment.folderForSession) throws(EvokeError)
    {
        let own = try OwnFolder(kind, in: parent)
        self.own = own
        Self.all.withLock { _ = $0.insert(own.path) }
    }

    deinit {
        Self.all.withLock { _ = $0.remove(own.path) }
    }

    /// For programs that exit without waiting for everything to be released.
    static func removeAll() {
        // Remaining links disappear with the temporary folder.
        for path in all.withLock({ $0 }) { try? FileSystem.erase(path) }
    }

    /// Links `name`, which may be a path with folders, to `target`.
    package func link(_ name: FilePath, to target: FilePath) throws(EvokeError) {
        let place = path.appending(name.bytes)
        if let folder = place.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        try FileSystem.makeLink(place, to: target)
    }
}
