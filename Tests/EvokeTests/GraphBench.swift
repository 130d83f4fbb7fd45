import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues

@testable import EvokeModels

/// A shelf, and a hub without a network that publishes a graph that tells colours apart.
struct GraphBench {
    let folder = TemporaryFolder()
    let hub: FakeHub
    private static let base = "https://models.example.org/colours"

    init(hub: FakeHub = FakeHub()) {
        self.hub = hub
    }

    var configuration: LibraryConfiguration {
        LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
    }

    var downloader: ModelDownloader { ModelDownloader(configuration, from: hub) }

    /// As `colours.onnx` is.
    static func description(
        _ picture: String = "", output: GraphDescription.Port = .init("logits", .float32, shape: [1, 3])
    ) -> GraphDescription {
        var format = GraphDescription.Picture()
        format.range = [0, 1]
        if picture == "bgr" { format.channels = .bgr }
        return GraphDescription(
            file: "colours.onnx", labels: "labels.txt", picture: format,
            inputs: [.init("pixels", .float32, shape: [1, 3, 8, 8])], outputs: [output])
    }

    func publish(
        _ description: GraphDescription = Self.description(), labels: String = "red\ngreen\nblue\n",
        variants: [CatalogModel.Variant] = [], isNoticed: Bool = true
    ) async throws {
        hub.serve(try FileSystem.read(SampleGraph.file("colours.onnx")), at: "\(Self.base)/colours.onnx")
        hub.serve(Array(labels.utf8), at: "\(Self.base)/labels.txt")
        let catalog = ModelCatalog(
            name: "acme",
            models: [
                CatalogModel(
                    name: "colours", title: "Colours", purpose: "Tells colours apart", languages: "", license: "MIT",
                    bytes: 900, speed: "", page: "https://models.example.org/", address: Self.base,
                    files: [.init("colours.onnx"), .init("labels.txt")], graph: description, variants: variants)
            ])
        let source = "https://models.example.org/catalogue.json"
        hub.serve(try catalog.json(), at: source)
        if isNoticed { _ = try await downloader.addCatalog(source) }
    }

    /// A folder of an application's own, with other labels.
    func own(_ name: String = "own") throws -> DiskPath {
        _ = try folder.copy(SampleGraph.file("colours.onnx"), to: "\(name)/colours.onnx")
        try folder.write("\(name)/labels.txt", "own red\nown green\nown blue\n".utf8)
        return try folder.write(
            "\(name)/graph.json",
            """
            {"format": 1, "name": "own", "summary": "", "licence": "MIT", "graph": {
              "file": "colours.onnx", "labels": "labels.txt",
              "inputs": [{"name": "pixels", "type": "float32", "shape": [1, 3, 8, 8]}],
              "outputs": [{"name": "logits", "type": "float32", "shape": [1, 3]}]}}
            """.utf8
        ).parent!
    }

    func red() throws -> DiskPath { try folder.write("red.png", TestPicture.png(color: [255, 0, 0])) }
}
