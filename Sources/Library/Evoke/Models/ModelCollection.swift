package import EvokeModels
package import EvokePorts
import EvokeSystem
public import EvokeValues

/// The models in the store: list, add, verify and remove them.
public struct ModelCollection: Sendable {
    let configuration: LibraryConfiguration
    var modelStore: ModelStore { ModelStore(configuration) }

    /// Those in the configuration's folders. Reads nothing yet.
    public init(_ configuration: LibraryConfiguration) {
        self.configuration = configuration
    }

    /// Removes links to decrypted models that are still open. Call it when a program ends; otherwise, the next one that
    /// opens such a model does it.
    package static func removeLinks() { LinkFolder.removeAll() }

    /// All pairs of encoders by name, including unreadable ones.
    public func list() -> [(name: String, folder: DiskPath, model: Result<ModelCard, EvokeError>)] {
        let graphs = Set(modelStore.graphs().map(\.name))
        return modelStore.models().filter { !graphs.contains($0.name) }.map { name, folder in
            (name, folder, Result { () throws(EvokeError) in try card(modelStore.describe(name)) })
        }
    }

    /// The installed versions other than the one in use, and what is wrong with those that did not load.
    package func otherVersions(of name: String) -> [(name: String, fault: String?)] {
        modelStore.versions(of: name).dropFirst().map { version in
            (DiskPath(bytes: version.folder.name).display, version.isRefused ? version.manifest?.reason ?? "" : nil)
        }
    }

    /// Whether a model of that name is installed, including single graphs.
    package func has(_ name: String) -> Bool { !modelStore.versions(of: name).isEmpty }

    /// A pair of encoders by its name, or by the path of its folder. Its weights are not read.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` if there is none, `wrongUsage` for a single graph,
    /// `modelInvalid` if it cannot be read.
    ///
    /// - Parameter variant: one of the published precisions; nil for the best one there.
    public func show(_ nameOrPath: String, variant: String? = nil) throws(EvokeError) -> ModelCard {
        try card(modelStore.describe(nameOrPath, variant: variant))
    }

    private func card(_ model: ModelDescription) throws(EvokeError) -> ModelCard {
        ModelCard(model, try modelStore.labelDefaults(of: model))
    }

    /// The labels and scoring that were set for a model.
    public func labelDefaults(of name: String) throws(EvokeError) -> LabelDefaults {
        try modelStore.labelDefaults(of: modelStore.describe(name))
    }

    /// Sets them for all installed versions of a model.
    public func setLabelDefaults(of name: String, _ change: (inout LabelDefaults) -> Void) throws(EvokeError) {
        try modelStore.setLabelDefaults(of: name, change)
    }

    /// Copies a model's folder to the store under a name, after a trial run of both encoders; encrypted if requested,
    /// or if it is encrypted already.
    public func add(
        _ path: String, as name: String, variant: String?, isEncrypted: Bool = false,
        notify: (_ copied: Int64, _ all: Int64) -> Void
    ) async throws -> ModelCard {
        try await modelStore.add(
            try modelStore.describe(Self.place(path), variant: variant), as: name, isEncrypted: isEncrypted,
            notify: notify
        ) {
            try await tryOut(name)
        }
        return try show(name)
    }

    /// A path that cannot be taken for a name in the store.
    static func place(_ path: String) -> String { path.contains("/") ? path : "./" + path }

    /// Checks that both encoders, or the single graph, work, and that the files are unchanged since they were added.
    /// Returns their number; nil for a model that was put there by hand or is elsewhere.
    package func verify(_ nameOrPath: String) async throws -> Int? {
        let result =
            try isGraph(nameOrPath)
            ? modelStore.verify(filesIn: graph(nameOrPath).folder) : modelStore.verify(modelStore.describe(nameOrPath))
        try await tryOut(nameOrPath)
        return result
    }

    /// Including what was derived from it.
    public func remove(_ name: String) throws {
        let digests = digests(of: name)
        try modelStore.remove(name)
        forget(digests)
    }

    func digests(of name: String) -> Set<String> {
        // What was derived from others is deleted once it belongs to no model.
        Set(modelStore.versions(of: name).compactMap { try? modelStore.open($0, as: name).digest })
    }

    func forget(_ digests: Set<String>) {
        let graphs = EngineNotices().graphs(in: configuration)
        for digest in digests { graphs.forget(modelOf: digest, by: GraphRuntimes.own) }
    }

    /// A trial run of a model: both encoders, or the single graph.
    func tryOut(_ nameOrPath: String) async throws {
        if isGraph(nameOrPath) {
            try await OpenGraph.open(nameOrPath, configuration: configuration).answerOnce()
        } else {
            try await Engine.open(ModelChoice(nameOrPath), configuration: configuration).answerOnce()
        }
    }
}

/// Details of a model.
public struct ModelCard: Sendable {
    /// Its name in the store; for a model given by path, the name in its files.
    public let name: String
    package let folder: DiskPath
    /// The publisher's layout: `evoke`, `hub`, `immich` or `rclip`.
    package let layout: String
    /// The precision of its files, if its layout has several.
    package let variant: String?
    /// From its files; empty if unknown.
    public let version, summary, license: String
    /// The length of its vectors.
    public let dimensions: Int
    /// The total size of its files.
    public let bytes: Int64
    package let image: ImageInput
    /// The most tokens that its text encoder takes.
    package let context: Int
    /// Whether its text encoder takes exactly that many, so that shorter texts are padded.
    package let contextIsFixed: Bool
    package let scoring: LabelScoring
    /// Whether labels came with it.
    package let hasLabels: Bool
    /// The user's settings; `scoring` already includes them.
    package let defaults: LabelDefaults
    /// Its files; those of an encrypted model have a different extension.
    package let files: [DiskPath]
    /// Whether its files are encrypted on disk.
    package let isEncrypted: Bool

    init(_ model: ModelDescription, _ defaults: LabelDefaults) {
        name = model.name
        folder = model.place
        isEncrypted = model.isEncrypted
        layout = model.layout.rawValue
        variant = model.variant
        version = model.version
        summary = model.summary
        license = model.license
        dimensions = model.dimensions
        let found = model.files.filter(FileSystem.isFile)
        files = found.map { model.place.appending($0.bytes.dropFirst(model.folder.bytes.count + 1)) }
        bytes = FileSystem.size(of: found)
        image = model.image.input
        context = model.text.context
        contextIsFixed = model.text.isFixed
        scoring = defaults.scoring ?? model.scoring
        self.defaults = defaults
        hasLabels = model.labels != nil
    }
}

package struct GraphCard: Sendable {
    /// Its name in the model store; for a graph given by path, the name in its `graph.json`.
    package let name: String
    package let folder: DiskPath
    package let summary, license: String
    package let description: GraphDescription
    package let file: DiskPath
    /// How many classes have names; nil if none have.
    package let labelCount: Int?
    /// The total size of its files.
    package let bytes: Int64
    /// Its files, `graph.json` first.
    package let files: [DiskPath]

    init(_ model: GraphModel) throws(EvokeError) {
        (name, folder, summary, license) = (model.name, model.folder, model.summary, model.license)
        (description, file) = (model.description, model.file)
        labelCount = try model.labels.map { file throws(EvokeError) in
            LabelFile.labels(in: try FileSystem.read(file, most: FileSystem.mostBytesOfText)).count
        }
        files = try model.files()
        bytes = FileSystem.size(of: files)
    }
}

/// Single graphs among the models in the store.
extension ModelCollection {
    /// All graphs by name, including unreadable ones.
    package func graphs() -> [(name: String, folder: DiskPath, graph: Result<GraphCard, EvokeError>)] {
        modelStore.graphs().map { name, folder in
            (name, folder, Result { () throws(EvokeError) in try graph(name) })
        }
    }

    /// Whether it is a single graph, not a pair of encoders.
    package func isGraph(_ nameOrPath: String) -> Bool {
        // A missing one is no graph; opening it throws.
        (try? modelStore.find(nameOrPath).first).map(modelStore.isGraph) ?? false
    }

    /// A graph by its name, or by the path of its folder.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` if there is none, `wrongUsage` for a pair of encoders,
    /// `modelInvalid` if it cannot be read.
    package func graph(_ nameOrPath: String) throws(EvokeError) -> GraphCard {
        try GraphCard(modelStore.graph(modelStore.find(nameOrPath)[0], as: nameOrPath))
    }

    package func isGraph(at path: String) -> Bool { isGraph(Self.place(path)) }

    /// Copies a single graph's folder to the model store under a name, after a trial run.
    package func addGraph(
        _ path: String, as name: String, notify: (_ copied: Int64, _ all: Int64) -> Void = { _, _ in }
    ) async throws -> GraphCard {
        let source = Self.place(path)
        try await modelStore.add(modelStore.graph(modelStore.find(source)[0], as: source), as: name, notify: notify) {
            try await tryOut(name)
        }
        return try graph(name)
    }

    package func catalogVariant(of name: String) -> String? {
        modelStore.versions(of: name).first?.manifest?.origin?.variant
    }
}
