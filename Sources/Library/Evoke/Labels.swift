public import EvokeAnalysis
import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension Engine {
    /// Prepares labels to classify photos with. Their vectors are computed once and cached, unless `areKept` is
    /// false: a server would fill the disk with the labels of its users.
    public func labels(
        _ labels: [String], templates: [String] = [], includingNone: Bool = false, scale: Float? = nil,
        areKept: Bool = true
    ) async throws -> LabelVectors {
        let set = try LabelSet(labels, templates: templates, includesNone: includingNone)
        let defaults = try await executor.run { try labelDefaults() }
        let scoring = (defaults.scoring ?? self.scoring).scaled(to: scale)
        guard areKept else { return try await LabelVectors.make(set, scoring: scoring, encoder: textEncoder()) }
        return try await vectors(of: set, scoring: scoring)
    }

    /// Vectors from the cache, or new ones, which are cached.
    private func vectors(of set: LabelSet, scoring: LabelScoring) async throws -> LabelVectors {
        if let kept = await keptVectors(of: .labels(set)),
            // Vectors cached for other labels are not reused.
            let known = try? LabelVectors(set, scoring: scoring, vectors: kept)
        {
            return known
        }
        let made = try await LabelVectors.make(set, scoring: scoring, encoder: textEncoder())
        await keep(made.vectors, of: .labels(set))
        return made
    }

    /// Nil also for a program's own encoders.
    func keptVectors(of texts: CachedTexts) async -> [Embedding]? {
        guard let cache = textVectorCache else { return nil }
        return await executor.run { cache.vectors(of: texts) }
    }

    func keep(_ vectors: [Embedding], of texts: CachedTexts) async {
        guard let cache = textVectorCache else { return }
        await executor.run { cache.keep(vectors, of: texts) }
    }

    private var textVectorCache: TextVectorCache? {
        model.map { TextVectorCache(of: $0, as: modelID, in: places) }
    }

    /// The labels to classify by if none are given: those set for the library, otherwise those set for the model,
    /// otherwise those that came with it; nil if there are none.
    public func defaultLabels() throws(EvokeError) -> [String]? {
        if let set = try labelDefaults().labels { return set }
        guard let file = model?.description.labels else { return nil }
        return LabelFile.labels(in: try FileSystem.read(file, most: FileSystem.mostBytesOfText))
    }

    /// The library's settings, or the model's where the library has none.
    private func labelDefaults() throws(EvokeError) -> LabelDefaults {
        let set = try LibraryLabels(places).read()
        guard let model else { return set }
        return try set.over(ModelStore(places).labelDefaults(of: model.description))
    }
}

/// A file with one label per line.
public enum LabelFile {
    /// One label per line, in order. Empty lines count, so that the numbering stays right.
    public static func labels(in bytes: [UInt8]) -> [String] {
        var lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }
}
