import EvokeSystem
package import EvokeValues
import Foundation

/// A standalone graph in its own folder, with the file that describes its inputs and outputs.
package struct GraphModel: Hashable, Sendable {
    package static let fileName = "graph.json"

    package internal(set) var name: String
    package let summary, license: String
    package let folder: DiskPath
    package let description: GraphDescription

    package var file: DiskPath { folder.appending(description.file) }
    package var labels: DiskPath? { description.labels.map(folder.appending) }

    package func files() throws(EvokeError) -> [DiskPath] {
        var files = [folder.appending(Self.fileName), file] + (labels.map { [$0] } ?? [])
        switch file.suffix {
        case "onnx": files += try GraphRoles(file).weights()
        case "xml": files.append(DiskPath(bytes: file.bytes.dropLast(3) + Array("bin".utf8)))
        default: break
        }
        return files
    }

    /// Its inputs and outputs for display, to follow "it is".
    package var summaryOfPorts: String {
        func list(_ ports: [GraphDescription.Port]) -> String { ports.map { "'\($0.name)'" }.joined(separator: ", ") }
        return "a graph that takes \(list(description.inputs)) and returns \(list(description.outputs))"
    }
}

extension GraphModel {
    private struct Manifest: Codable {
        let format: Int
        let name, summary, license: String
        let graph: GraphDescription

        enum CodingKeys: String, CodingKey {
            case format, name, summary, graph
            case license = "licence"
        }
    }

    static func read(in folder: DiskPath) throws(EvokeError) -> GraphModel {
        let file = folder.appending(fileName)
        let data = Data(try FileSystem.read(file, most: 1 << 26))
        let manifest: Manifest
        do {
            manifest = try JSONDecoder().decode(Manifest.self, from: data)
        } catch let error as DecodingError {
            throw .invalidModel(file, error.reasonInWords)
        } catch {
            throw .invalidModel(file, "it is not JSON")
        }
        guard manifest.format == 1 else {
            throw .invalidModel(file, "'format' is \(manifest.format), but this version of Evoke reads only 1")
        }
        if let fault = manifest.graph.fault { throw .invalidModel(file, "of 'graph', \(fault)") }
        let model = GraphModel(
            name: manifest.name, summary: manifest.summary, license: manifest.license, folder: folder,
            description: manifest.graph)
        for part in [model.file] + (model.labels.map { [$0] } ?? []) where !FileSystem.isFile(part) {
            throw .invalidModel(file, "it refers to '\(part.display)', which is missing")
        }
        return model
    }

    /// The description file, as stored in the model's folder.
    package static func manifest(
        name: String, summary: String, license: String, _ graph: GraphDescription
    ) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let manifest = Manifest(format: 1, name: name, summary: summary, license: license, graph: graph)
        // Cannot fail: all values are text.
        return (try? encoder.encode(manifest)).map(Array.init) ?? []
    }
}

extension ModelStore {
    package func isGraph(_ version: Version) -> Bool { version.layout == .graph }

    package func graph(_ version: Version, as nameOrPath: String) throws(EvokeError) -> GraphModel {
        guard version.layout == .graph else {
            throw EvokeError(
                .wrongUsage, doing: "open the graph", subject: nameOrPath,
                reason: "it is a pair of graphs for photos and texts, not a single graph",
                remedies: [.searchWithModel(nameOrPath)])
        }
        var model = try GraphModel.read(in: version.folder)
        if !Self.isPath(nameOrPath) { model.name = nameOrPath }
        return model
    }

    /// The standalone graphs among the installed models.
    package func graphs() -> [(name: String, folder: DiskPath)] {
        models().filter { ModelLayout.of($0.folder) == .graph }
    }

    /// The error for a graph where a pair of towers is needed.
    func refusal(ofGraphIn version: Version, as nameOrPath: String) -> EvokeError {
        do {
            let model = try graph(version, as: nameOrPath)
            return EvokeError(
                .wrongUsage, doing: "index or search with the model", subject: nameOrPath,
                reason: "it is \(model.summaryOfPorts), not a pair of graphs for photos and texts",
                remedies: [.runModel(nameOrPath)])
        } catch {
            return error
        }
    }
}
