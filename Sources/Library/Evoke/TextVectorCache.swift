import EvokeAnalysis
import EvokeDigests
import EvokeModels
import EvokeSystem
import EvokeValues

/// Keeps the vectors of texts between runs. The texts are not stored, only their digest.
struct TextVectorCache {
    private let folder: FilePath
    private let model: LoadableModel
    private let id: ModelID

    init(of model: LoadableModel, as id: ModelID, in places: LibraryConfiguration) {
        folder = places.cache.appending("labels")
        self.model = model
        self.id = id
    }

    /// Nil if there are none, or if they are damaged.
    func vectors(of texts: CachedTexts) -> [Embedding]? {
        guard let bytes = file(texts).read(), bytes.count % (id.dimensions * MemoryLayout<Float>.size) == 0 else {
            return nil
        }
        let floats = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return stride(from: 0, to: floats.count, by: id.dimensions).compactMap {
            Embedding(normalizing: Array(floats[$0..<$0 + id.dimensions]), fingerprint: id.fingerprint)
        }
    }

    /// A cache that cannot be written costs only time.
    func keep(_ vectors: [Embedding], of texts: CachedTexts) {
        let bytes = vectors.flatMap(\.values).withUnsafeBytes { Array($0) }
        // Errors cost only time.
        try? FileSystem.makeFolder(folder, isPrivate: true)
        // The same.
        try? file(texts).write(bytes)
    }

    private func file(_ texts: CachedTexts) -> CheckedFile {
        let parts = [model.digest] + texts.parts
        return CheckedFile(folder.appending(FileDigest.sha256(of: parts.map { "\($0.utf8.count) \($0)" }.joined())))
    }
}

/// What the cached vectors are of.
enum CachedTexts {
    case labels(LabelSet)
    /// The neutral words that the model takes whole.
    case backgroundWords

    fileprivate var parts: [String] {
        switch self {
        case .labels(let set): ["\(set.includesNone)"] + set.templates + ["labels"] + set.labels
        case .backgroundWords: ["neutral words"] + BackgroundWords.all
        }
    }
}
