import EvokeModels
import EvokeSystem
public import EvokeValues

/// The models that are on the shelf: looked at, added, checked and removed.
public struct ModelCollection: Sendable {
    let places: LibraryConfiguration
    var modelStore: ModelStore { ModelStore(places) }

    /// Those in ``LibraryConfiguration/models``. Nothing is read yet.
    public init(_ places: LibraryConfiguration) {
        self.places = places
    }

    /// Takes away the links to decrypted models that are still open. For the end of a program; without it, the next one
    /// that opens such a model does so.
    public static func removeLinks() { ModelStore.removeLinks() }

    /// All pairs that can be named, with those that cannot be read.
    public func list() -> [(name: String, folder: FilePath, model: Result<ModelCard, EvokeError>)] {
        let graphs = Set(modelStore.graphs().map(\.name))
        return modelStore.models().filter { !graphs.contains($0.name) }.map { name, folder in
            (name, folder, Result { () throws(EvokeError) in try card(modelStore.describe(name)) })
        }
    }

    /// The versions that are on the shelf beside the one in use, and what is wrong with those that did not load.
    public func otherVersions(of name: String) -> [(name: String, fault: String?)] {
        modelStore.versions(of: name).dropFirst().map { version in
            (FilePath(bytes: version.folder.name).display, version.isRefused ? version.manifest?.reason ?? "" : nil)
        }
    }

    /// Whether a model of that name is there; of a graph by itself, too.
    public func has(_ name: String) -> Bool { !modelStore.versions(of: name).isEmpty }

    /// A pair by its name, or by the path of its folder. Its weights are not read.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` where there is none, `wrongUsage` for a graph by itself,
    /// `modelInvalid` where it cannot be read.
    ///
    /// - Parameter variant: which of the published precisions; nil for the best one there.
    public func show(_ nameOrPath: String, variant: String? = nil) throws(EvokeError) -> ModelCard {
        try card(modelStore.describe(nameOrPath, variant: variant))
    }

    private func card(_ model: ModelDescription) throws(EvokeError) -> ModelCard {
        ModelCard(model, try modelStore.labelDefaults(of: model))
    }

    /// The labels and the way of scoring that were set for a model.
    public func labelDefaults(of name: String) throws(EvokeError) -> LabelDefaults {
        try modelStore.labelDefaults(of: modelStore.describe(name))
    }

    /// Sets them for all versions of a model on the shelf.
    public func setLabelDefaults(of name: String, _ change: (inout LabelDefaults) -> Void) throws(EvokeError) {
        try modelStore.setLabelDefaults(of: name, change)
    }

    /// Copies a model's directory to the shelf under a name, once both of its sides have answered; encrypted where
    /// that is asked for, and where it lies encrypted already.
    public func add(
        _ path: String, as name: String, variant: String?, isEncrypted: Bool = false,
        notify: (_ copied: Int64, _ all: Int64) -> Void
    ) async throws -> ModelCard {
        try await modelStore.add(
            try modelStore.describe(Self.place(path), variant: variant), as: name, isEncrypted: isEncrypted,
            notify: notify
        ) {
            try await check(ModelChoice(name))
        }
        return try show(name)
    }

    /// Where that is, and never a name on the shelf.
    static func place(_ path: String) -> String { path.contains("/") ? path : "./" + path }

    /// Checks that both sides answer, or the graph by itself, and that the files are those that were added. Gives their number; nil for a
    /// model that was put there by hand or lies elsewhere.
    public func verify(_ nameOrPath: String) async throws -> Int? {
        let result =
            try isGraph(nameOrPath)
            ? modelStore.verify(filesIn: graph(nameOrPath).folder) : modelStore.verify(modelStore.describe(nameOrPath))
        try await ModelTrial.run(nameOrPath, places: places)
        return result
    }

    /// With what was made of it.
    public func remove(_ name: String) throws {
        let digests = digests(of: name)
        try modelStore.remove(name)
        forget(digests)
    }

    /// Those of the versions on the shelf.
    func digests(of name: String) -> Set<String> {
        // What was made of others is deleted when it belongs to no model any more.
        Set(modelStore.versions(of: name).compactMap { try? modelStore.open($0, as: name).digest })
    }

    /// Deletes what was made of models that are no longer there.
    func forget(_ digests: Set<String>) {
        let graphs = EngineNotices().graphs(in: places)
        for digest in digests { graphs.forget(modelOf: digest, by: GraphRuntimes.own) }
    }

    private func check(_ choice: ModelChoice) async throws {
        try await Engine.open(choice, places: places).answerOnce()
    }
}

/// What people and programs want to know of a model.
public struct ModelCard: Sendable {
    /// Its name on the shelf; of one that was named by its path, the name that its files give it.
    public let name: String
    /// Where it lies.
    public let folder: FilePath
    /// How its publisher laid it out: `evoke`, `hub`, `immich` or `rclip`.
    public let layout: String
    /// The precision of its files, where its layout has several.
    public let variant: String?
    /// As its files say; empty where they do not.
    public let version, summary, licence: String
    /// How many numbers its vectors have.
    public let dimensions: Int
    /// All its files together.
    public let bytes: Int64
    /// How its image side wants its pictures.
    public let image: ImageInput
    /// How many tokens of a text its text side takes at most.
    public let context: Int
    /// Whether its text side takes that many and no fewer, so that shorter texts are filled up.
    public let contextIsFixed: Bool
    /// How cosines become the scores of labels.
    public let scoring: LabelScoring
    /// Whether labels came with it.
    public let hasLabels: Bool
    /// What its user set; `scoring` is as it says.
    public let defaults: LabelDefaults
    /// Where its files are; those of an encrypted model have another ending there.
    public let files: [FilePath]
    /// Whether its files are encrypted where they lie.
    public let isEncrypted: Bool

    init(_ model: ModelDescription, _ defaults: LabelDefaults) {
        name = model.name
        folder = model.place
        isEncrypted = model.isEncrypted
        layout = model.layout.rawValue
        variant = model.variant
        version = model.version
        summary = model.summary
        licence = model.licence
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
