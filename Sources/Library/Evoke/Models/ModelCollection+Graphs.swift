public import EvokeModels
import EvokeSystem
public import EvokeValues

/// Details of a graph in the model store.
public struct GraphCard: Sendable {
    /// Its name in the model store; for a graph given by path, the name in its `graph.json`.
    public let name: String
    /// Its folder.
    public let folder: FilePath
    /// From its publisher.
    public let summary, licence: String
    /// Its inputs and outputs.
    public let description: GraphDescription
    /// The graph's own file.
    public let file: FilePath
    /// How many classes have names; nil if none have.
    public let labelCount: Int?
    /// The total size of its files.
    public let bytes: Int64
    /// Its files, `graph.json` first.
    public let files: [FilePath]

    init(_ model: GraphModel) throws(EvokeError) {
        (name, folder, summary, licence) = (model.name, model.folder, model.summary, model.licence)
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
    public func graphs() -> [(name: String, folder: FilePath, graph: Result<GraphCard, EvokeError>)] {
        modelStore.graphs().map { name, folder in
            (name, folder, Result { () throws(EvokeError) in try graph(name) })
        }
    }

    /// Whether it is a single graph, not a pair of encoders.
    public func isGraph(_ nameOrPath: String) -> Bool {
        // A missing one is no graph; opening it throws.
        (try? modelStore.find(nameOrPath).first).map(modelStore.isGraph) ?? false
    }

    /// A graph by its name, or by the path of its folder.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` if there is none, `wrongUsage` for a pair of encoders,
    /// `modelInvalid` if it cannot be read.
    public func graph(_ nameOrPath: String) throws(EvokeError) -> GraphCard {
        try GraphCard(modelStore.graph(modelStore.find(nameOrPath)[0], as: nameOrPath))
    }

    /// Whether there is a single graph at that path.
    public func isGraph(at path: String) -> Bool { isGraph(Self.place(path)) }

    /// Copies a single graph's folder to the model store under a name, after a trial run.
    public func addGraph(
        _ path: String, as name: String, notify: (_ copied: Int64, _ all: Int64) -> Void = { _, _ in }
    ) async throws -> GraphCard {
        let source = Self.place(path)
        try await modelStore.add(modelStore.graph(modelStore.find(source)[0], as: source), as: name, notify: notify) {
            try await ModelTrial.run(name, places: places)
        }
        return try graph(name)
    }

    /// The catalog variant of an installed model.
    public func catalogueVariant(of name: String) -> String? {
        modelStore.versions(of: name).first?.manifest?.origin?.variant
    }
}
