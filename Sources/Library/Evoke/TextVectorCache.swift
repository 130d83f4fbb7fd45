import DigestXXHash
import EvokeLabels
import EvokeModels
import EvokeSystem
import EvokeValues

/// Keeps the vectors of texts between runs, with a checksum: a search over wrong vectors still answers, only worse. The
/// texts themselves are not written down, only their digest.
struct TextVectorCache {
    private let folder: FilePath
    private let model: LoadableModel
    private let id: ModelID

    init(of model: LoadableModel, as id: ModelID, in places: Places) {
        folder = places.cache.appending("labels")
        self.model = model
        self.id = id
    }

    /// nil where there are none, and where they are damaged.
    func vectors(of texts: CachedTexts) -> [Embedding]? {
        guard let bytes = try? FileSystem.read(file(texts)) else { return nil }
        let rowSize = id.dimensions * MemoryLayout<Float>.size
        let (vectors, checksum) = (bytes.dropLast(Self.checksumSize), Array(bytes.suffix(Self.checksumSize)))
        guard vectors.count % rowSize == 0, Self.checksum(vectors) == checksum else { return nil }
        let floats = vectors.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return stride(from: 0, to: floats.count, by: id.dimensions).compactMap {
            Embedding(normalizing: Array(floats[$0..<$0 + id.dimensions]), fingerprint: id.fingerprint)
        }
    }

    /// A cache that cannot be written costs time, not correctness.
    func keep(_ vectors: [Embedding], of texts: CachedTexts) {
        let bytes = vectors.flatMap(\.values).withUnsafeBytes { Array($0) }
        try? FileSystem.makeFolder(folder, isPrivate: true)
        try? FileSystem.replace(file(texts), with: bytes + Self.checksum(bytes[...]))
    }

    private static let checksumSize = MemoryLayout<UInt64>.size

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let checksum = bytes.withUnsafeBytes { Checksum.of($0) }
        return withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
    }

    private func file(_ texts: CachedTexts) -> FilePath {
        let parts = [model.digest] + texts.parts
        return folder.appending(FileDigest.sha256(of: parts.map { "\($0.utf8.count) \($0)" }.joined()))
    }
}

/// What a model has vectors of.
enum CachedTexts {
    case labels(LabelSet)
    /// Those of the neutral words that it takes whole.
    case neutralWords

    fileprivate var parts: [String] {
        switch self {
        case .labels(let set): ["\(set.includesNone)"] + set.templates + ["labels"] + set.labels
        case .neutralWords: ["neutral words"] + NeutralWords.all
        }
    }
}
