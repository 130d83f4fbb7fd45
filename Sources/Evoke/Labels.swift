import Models
public import PhotoCore
public import Search
import Workers

extension Engine {
    /// Makes labels ready to classify photos with. Their vectors are made once, and kept in the cache, unless they are
    /// to be forgotten: whoever serves others would fill the disk with what they think of.
    public func labels(
        _ labels: [String], templates: [String] = [], includingNone: Bool = false, scale: Float? = nil,
        areKept: Bool = true
    ) async throws -> LabelVectors {
        let set = try LabelSet(labels, templates: templates, includesNone: includingNone)
        let scoring = self.scoring.scaled(to: scale)
        guard areKept, let model else {
            return try await LabelVectors.make(set, scoring: scoring, encoder: textEncoder())
        }
        let cache = LabelCache(model: model, fingerprint: modelID.fingerprint, places: places)
        if let vectors = try await executor.run({ cache.vectors(of: set) }),
            let known = try? LabelVectors(set, scoring: scoring, vectors: vectors)
        {
            return known
        }
        let made = try await LabelVectors.make(set, scoring: scoring, encoder: textEncoder())
        try await executor.run { cache.keep(made) }
        return made
    }

    /// The labels that came with the model; nil when it has none.
    public func ownLabels() throws(EvokeError) -> [String]? {
        guard let file = model?.description.labels else { return nil }
        return LabelFile.labels(in: try FileSystem.read(file))
    }
}

/// A file with one label a line.
public enum LabelFile {
    public static func labels(in bytes: [UInt8]) -> [String] {
        var lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }
}
