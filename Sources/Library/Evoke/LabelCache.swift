import EvokeLabels
import EvokeModels
import EvokeSystem
import EvokeValues

/// Keeps the vectors of labels between runs. The labels themselves are not written down, only their digest.
struct LabelCache {
    private let folder: FilePath
    private let model: LoadableModel
    private let fingerprint: String

    init(model: LoadableModel, fingerprint: String, places: Places) {
        folder = places.cache.appending("labels")
        self.model = model
        self.fingerprint = fingerprint
    }

    func vectors(of set: LabelSet) -> [Embedding]? {
        let width = model.description.dimensions
        guard let bytes = try? FileSystem.read(file(set)),
            bytes.count == LabelVectors.count(for: set) * width * MemoryLayout<Float>.size
        else { return nil }
        let floats = bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: MemoryLayout<Float>.size).map {
                bytes.loadUnaligned(fromByteOffset: $0, as: Float.self)
            }
        }
        let vectors = stride(from: 0, to: floats.count, by: width).compactMap {
            Embedding(normalizing: Array(floats[$0..<$0 + width]), fingerprint: fingerprint)
        }
        return vectors.count * width == floats.count ? vectors : nil
    }

    /// A cache that cannot be written costs time, not correctness.
    func keep(_ labels: LabelVectors) {
        let floats = labels.vectors.flatMap(\.values)
        let bytes = floats.withUnsafeBytes { Array($0) }
        try? FileSystem.makeFolder(folder, isPrivate: true)
        try? FileSystem.replace(file(labels.set), with: bytes)
    }

    private func file(_ set: LabelSet) -> FilePath {
        let parts = [model.digest, "\(set.includesNone)"] + set.templates + ["labels"] + set.labels
        return folder.appending(FileDigest.sha256(of: parts.map { "\($0.utf8.count) \($0)" }.joined()))
    }
}
