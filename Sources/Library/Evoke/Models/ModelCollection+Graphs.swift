public import EvokeModels
import EvokeSystem
public import EvokeValues

/// What people and programs want to know of a graph on the shelf.
public struct GraphCard: Sendable {
    /// Its name on the shelf; of one that was named by its path, the name in its `graph.json`.
    public let name: String
    /// Where it lies.
    public let folder: FilePath
    /// As its publisher says.
    public let summary, licence: String
    /// What goes in and what comes out.
    public let description: GraphDescription
    /// Of the graph itself.
    public let file: FilePath
    /// How many classes have a name; nil where none have.
    public let labelCount: Int?
    /// All its files together.
    public let bytes: Int64
    /// Where its files are, `graph.json` first.
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

/// Graphs by themselves among the models on the shelf.
extension ModelCollection {
    /// All graphs that can be named, with those that cannot be read.
    public func graphs() -> [(name: String, folder: FilePath, graph: Result<GraphCard, EvokeError>)] {
        modelStore.graphs().map { name, folder in
            (name, folder, Result { () throws(EvokeError) in try graph(name) })
        }
    }

    /// Whether that is a graph by itself, and not a pair.
    public func isGraph(_ nameOrPath: String) -> Bool {
        // What is not found is no graph, and is an error where it is opened.
        (try? modelStore.find(nameOrPath).first).map(modelStore.isGraph) ?? false
    }

    /// A graph by its name, or by the path of its folder.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` where there is none, `wrongUsage` for a pair, `modelInvalid`
    /// where it cannot be read.
    public func graph(_ nameOrPath: String) throws(EvokeError) -> GraphCard {
        try GraphCard(modelStore.graph(modelStore.find(nameOrPath)[0], as: nameOrPath))
    }

    /// Whether there is a graph by itself at that path.
    public func isGraph(at path: String) -> Bool { isGraph(Self.place(path)) }

    /// Copies a single graph's folder to the shelf under a name, once it has answered.
    public func addGraph(
        _ path: String, as name: String, notify: (_ copied: Int64, _ all: Int64) -> Void = { _, _ in }
    ) async throws -> GraphCard {
        let source = Self.place(path)
        try await modelStore.add(modelStore.graph(modelStore.find(source)[0], as: source), as: name, notify: notify) {
            try await ModelTrial.run(name, places: places)
        }
        return try graph(name)
    }

    /// Which of its catalogue's variants the model on the shelf is.
    public func catalogueVariant(of name: String) -> String? {
        modelStore.versions(of: name).first?.manifest?.origin?.variant
    }
}
