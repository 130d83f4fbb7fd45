public import EvokeModels
import EvokeSystem
public import EvokeValues

/// What people and programs want to know of a graph on the shelf.
public struct GraphCard: Sendable {
    public let name: String
    public let folder: FilePath
    public let summary, licence: String
    public let description: GraphDescription
    /// Of the graph itself.
    public let file: FilePath
    /// How many classes have a name; nil where none have.
    public let labelCount: Int?
    public let bytes: Int64
    public let files: [FilePath]

    init(_ model: GraphModel) throws(EvokeError) {
        (name, folder, summary, licence) = (model.name, model.folder, model.summary, model.licence)
        (description, file) = (model.description, model.file)
        labelCount = try model.labels.map { file throws(EvokeError) in
            LabelFile.labels(in: try FileSystem.read(file)).count
        }
        files = try model.files()
        bytes = FileSystem.size(of: files)
    }
}

/// Graphs by themselves among the models on the shelf.
extension ModelCollection {
    public func graphs() -> [(name: String, folder: FilePath, graph: Result<GraphCard, EvokeError>)] {
        shelf.graphs().map { name, folder in
            (name, folder, Result { () throws(EvokeError) in try graph(name) })
        }
    }

    /// Whether that is a graph by itself, and not a pair.
    public func isGraph(_ nameOrPath: String) -> Bool {
        (try? shelf.find(nameOrPath).first).map(shelf.isGraph) ?? false
    }

    public func graph(_ nameOrPath: String) throws(EvokeError) -> GraphCard {
        try GraphCard(shelf.graph(shelf.find(nameOrPath)[0], as: nameOrPath))
    }

    /// Which of its catalogue's variants the model on the shelf is.
    public func catalogueVariant(of name: String) -> String? {
        shelf.versions(of: name).first?.receipt?.origin?.variant
    }
}
