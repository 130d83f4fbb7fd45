public import EvokeAnalysis
import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension Engine {
    /// Makes labels ready to classify photos with. Their vectors are made once, and kept in the cache, unless they are
    /// to be forgotten: whoever serves others would fill the disk with what they think of.
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

    /// Those in the cache, else made and kept there.
    private func vectors(of set: LabelSet, scoring: LabelScoring) async throws -> LabelVectors {
        if let kept = await keptVectors(of: .labels(set)),
            // What was kept for other labels is made anew.
            let known = try? LabelVectors(set, scoring: scoring, vectors: kept)
        {
            return known
        }
        let made = try await LabelVectors.make(set, scoring: scoring, encoder: textEncoder())
        await keep(made.vectors, of: .labels(set))
        return made
    }

    /// nil where a program brought its own encoders, too.
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

    /// What labels photos are sorted by where none are given: those that were set for the library, else those that were
    /// set for the model, else those that came with it; nil when there are none.
    public func defaultLabels() throws(EvokeError) -> [String]? {
        if let set = try labelDefaults().labels { return set }
        guard let file = model?.description.labels else { return nil }
        return LabelFile.labels(in: try FileSystem.read(file, most: FileSystem.mostBytesOfText))
    }

    /// What was set for the library, and where that says nothing, for the model.
    private func labelDefaults() throws(EvokeError) -> LabelDefaults {
        let set = try LibraryLabels(places).read()
        guard let model else { return set }
        return try set.over(ModelStore(places).labelDefaults(of: model.description))
    }
}

/// A file with one label a line.
public enum LabelFile {
    /// One for each line, in order; an empty line in between is an empty label, so that numbers stay right.
    public static func labels(in bytes: [UInt8]) -> [String] {
        var lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }
}
