package import Evoke
package import EvokeValues

/// The contract of `models list --json` and `models show --json` for a graph by itself.
package struct GraphModelJSON: Encodable {
    struct Port: Encodable {
        let name, type: String
        let shape: [Int?]
    }

    let name, folder, kind: String
    let summary, licence, variant: String?
    let bytes: Int64?
    let classes: Int?
    let inputs, outputs: [Port]?
    let files: [String]?
    let error: String?

    package init(_ name: String, folder: FilePath, _ graph: Result<GraphCard, EvokeError>, variant: String?) {
        let card = try? graph.get()
        func ports(_ ports: [GraphDescription.Port]?) -> [Port]? {
            ports.map { $0.map { Port(name: $0.name, type: $0.type.rawValue, shape: $0.shape) } }
        }
        (self.name, self.folder, kind) = (name, JSONText.path(folder), "graph")
        (summary, licence, self.variant) = (card?.summary, card?.licence, variant)
        (bytes, classes) = (card?.bytes, card?.labelCount)
        (inputs, outputs) = (ports(card?.description.inputs), ports(card?.description.outputs))
        files = card.map { card in
            card.files.map { FilePath(bytes: $0.bytes.dropFirst(folder.bytes.count + 1)).display }
        }
        if case .failure(let failure) = graph { error = "\(failure)" } else { error = nil }
    }
}

/// One line of `models list --json`.
package enum ShelfJSON: Encodable {
    case pair(ModelJSON)
    case graph(GraphModelJSON)

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .pair(let model): try model.encode(to: encoder)
        case .graph(let model): try model.encode(to: encoder)
        }
    }
}
