public import EvokeAnalysis
import EvokeDigests
import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers
import FoundationEssentials

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
        model.map { TextVectorCache(of: $0, as: modelID, in: configuration) }
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
        let set = try LibraryLabels(configuration).read()
        guard let model else { return set }
        return try set.over(ModelStore(configuration).labelDefaults(of: model.description))
    }
}

/// A file with one label per line.
package enum LabelFile {
    /// One label per line, in order. Empty lines count, so that the numbering stays right.
    package static func labels(in bytes: [UInt8]) -> [String] {
        var lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }
}

/// The labels and scoring that were set for a library, whatever its model.
package struct LibraryLabels: Sendable {
    static let fileName = "labels.json"

    private let folder: DiskPath

    package init(_ configuration: LibraryConfiguration) {
        folder = configuration.library
    }

    /// The settings; empty if there are none.
    ///
    /// Throws `EvokeError` of the kind `damaged` for a file that Evoke did not write.
    package func read() throws(EvokeError) -> LabelDefaults {
        let file = folder.appending(Self.fileName)
        guard !FileSystem.isMissing(file) else { return LabelDefaults() }
        let bytes = try FileSystem.read(file, most: FileSystem.mostBytesOfText)
        guard let defaults = try? JSONDecoder().decode(LabelDefaults.self, from: Data(bytes)) else {
            throw EvokeError(
                .damaged, doing: "read the library's labels", subject: file.display,
                reason: "Evoke did not write it", remedies: [.clearLabels])
        }
        return defaults
    }

    /// Replaces the settings; an empty value removes them. Takes effect with the next call, also in running servers.
    package func write(_ defaults: LabelDefaults) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard !defaults.isEmpty else { return try FileSystem.erase(file) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(defaults) else {
            throw EvokeError(
                .unsupported, doing: "write", subject: file.display, reason: "it has a value that is not a number")
        }
        try FileSystem.makeFolder(folder, isPrivate: true)
        try FileSystem.replace(file, with: Array(data))
    }
}

/// Keeps the vectors of texts between runs. The texts are not stored, only their digest.
struct TextVectorCache {
    private let folder: DiskPath
    private let model: LoadableModel
    private let id: ModelID

    init(of model: LoadableModel, as id: ModelID, in configuration: LibraryConfiguration) {
        folder = configuration.cache.appending("labels")
        (self.model, self.id) = (model, id)
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
