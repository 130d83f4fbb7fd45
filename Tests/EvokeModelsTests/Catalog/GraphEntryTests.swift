import EvokePorts
import EvokeValues
import Testing

@testable import EvokeModels

/// An entry that is a single graph, with its labels and its format.
@Suite struct GraphEntryTests {
    @Test func aGraphIsReadWithItsFormat() throws {
        let model = try #require(try read(Self.text).models.first)
        let graph = try #require(model.graph)
        #expect(model.dimensions == nil && model.license == "Apache-2.0")
        #expect(graph.file == "model/plants.tflite" && graph.labels == "labels.txt")
        #expect(graph.inputs == [.init("image", .uint8, shape: [1, 224, 224, 3])])
        #expect(graph.outputs == [.init("scores", .int16, shape: [nil, 2_102])])
        var picture = GraphDescription.Picture()
        (picture.resize, picture.shortestSide, picture.channels, picture.range) = (.shortest, 256, .bgr, [-1, 1])
        #expect(graph.picture == picture)
        let again = try ModelCatalog.read(ModelCatalog(name: "acme", models: [model]).json(), from: Self.source)
        #expect(again.models == [model])
    }

    @Test(arguments: [
        ("\"uint8\"", "\"uint3\"", "graph.inputs[0].type"), ("\"inputs\"", "\"in\"", "graph.inputs"),
        ("[1, 224, 224, 3]", "[1, 0, 224, 3]", "shape of 'image'"), ("[1, 224, 224, 3]", "\"any\"", "shape"),
        ("[1, 224, 224, 3]", "[1,1,1,1,1,1,1,1,1]", "shape of 'image'"),
        ("\"range\": [-1, 1]", "\"range\": [1, -1]", "picture.range"),
        ("[-1, 1]", "[-1, 1], \"std\": [1, 1, 1]", "range"),
        ("\"range\": [-1, 1]", "\"mean\": [0, 0, 0]", "one of mean and std"),
        ("\"range\": [-1, 1]", "\"mean\": [0, 0, 0], \"std\": [1, 0, 1]", "above 0"),
        ("\"bgr\"", "\"brg\"", "graph.picture.channels"), ("\"shortest\"", "\"squash\"", "shortest_side"),
        ("\"shortest_side\": 256", "\"shortest_side\": 0", "shortest_side"),
        ("\"labels\": \"labels.txt\"", "\"labels\": \"other.txt\"", "'other.txt', which is not one of its files"),
        ("\"labels\": \"labels.txt\"", "\"labels\": \"../labels.txt\"", "leads out of its folder"),
        ("\"file\": \"model/plants.tflite\"", "\"file\": \"labels.txt\"", "does not end in"),
        ("\"name\": \"image\"", "\"name\": \"\\u001b[2J\"", "control characters"),
        ("\"graph\":", "\"dimensions\": 4, \"graph\":", "both"), ("\"graph\":", "\"grape\":", "is missing"),
        ("{\"path\": \"labels.txt\"}", "{\"path\": \"labels.txt\"}, {\"path\": \"graph.json\"}", "Evoke's own"),
    ]) func whatDoesNotFitIsRefusedWithItsKey(old: String, new: String, words: String) throws {
        let text = Self.text.replacing(old, with: new)
        #expect(text != Self.text)
        let error = #expect(throws: EvokeError.self) { try read(text) }
        #expect(error?.kind == .damaged && error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test func whatTellsFacesApartIsReadWithItsDistances() throws {
        let model = try #require(try read(Self.recognizer).models.first)
        let face = try #require(model.graph?.face)
        #expect(face.alignment == .arcface && face.isUnit)
        #expect(face.distances == FaceDistances(group: 1, pair: 1.1, doubt: 1.25))
        let again = try ModelCatalog.read(ModelCatalog(name: "acme", models: [model]).json(), from: Self.source)
        #expect(again.models == [model])
        for (old, new, words) in [
            ("\"pair\": 1.1", "\"pair\": 0.9", "face.distances"), ("\"pair\": 1.1", "\"pair\": 1.3", "face.distances"),
            ("\"group\": 1,", "\"group\": 0,", "face.distances"), ("arcface", "mugshot", "face.alignment"),
            ("\"unit\": true,", "", "unit"), ("\"face\":", "\"labels\": \"a.onnx\", \"face\":", "no labels"),
        ] {
            let text = Self.recognizer.replacing(old, with: new)
            #expect(text != Self.recognizer)
            let error = #expect(throws: EvokeError.self) { try read(text) }
            #expect(error?.reason.contains(words) == true, "\(new): \(error?.reason ?? "")")
        }
    }

    @Test func variantsChangeWhatTheySay() throws {
        let model = try #require(try read(Self.withVariants).models.first)
        #expect(model.variants.map(\.name) == ["old", "new"] && model.variants.map(\.share) == [90, 10])
        #expect(model.of(model.variants[0]).files == model.files)
        let new = model.of(model.variants[1])
        #expect(new.address == "https://models.example.org/new" && new.bytes == 7 && new.graph == model.graph)
    }

    @Test(arguments: [
        ("\"share\": 90", "\"share\": -1", "share"), ("\"name\": \"new\"", "\"name\": \"OLD\"", "twice"),
        ("\"name\": \"new\"", "\"name\": \"a/b\"", "plain"), ("https://models.example.org/new", "http://x/", "http:"),
        ("\"bytes\": 7", "\"bytes\": 0", "bytes"), ("\"share\": 90}", "\"share\": 90, \"files\": []}", "0 files"),
    ]) func variantsAreReadAsStrictly(old: String, new: String, words: String) throws {
        let text = Self.withVariants.replacing(old, with: new)
        #expect(text != Self.withVariants)
        let error = #expect(throws: EvokeError.self) { try read(text) }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test func oneVariantAloneOrNoShareIsNoChoice() {
        for variants in [
            "[{\"name\": \"a\", \"share\": 1}]",
            "[{\"name\": \"a\", \"share\": 0}, {\"name\": \"b\", \"share\": 0}]",
        ] {
            let text = Self.text.replacing("\"graph\":", with: "\"variants\": \(variants), \"graph\":")
            #expect(throws: EvokeError.self) { try read(text) }
        }
    }

    private func read(_ text: String) throws -> ModelCatalog {
        try ModelCatalog.read(Array(text.utf8), from: Self.source)
    }

    private static let source = "https://models.example.org/catalogue.json"
    static let text = """
        {"format": 1, "name": "acme", "models": [{"name": "plants", "title": "Plants", "purpose": "Tests", "languages": "",
         "licence": "Apache-2.0", "bytes": 9, "page": "https://models.example.org/about",
         "address": "https://models.example.org/plants",
         "graph": {"file": "model/plants.tflite", "labels": "labels.txt",
          "picture": {"resize": "shortest", "shortest_side": 256, "channels": "bgr", "range": [-1, 1]},
          "inputs": [{"name": "image", "type": "uint8", "shape": [1, 224, 224, 3]}],
          "outputs": [{"name": "scores", "type": "int16", "shape": [null, 2102]}]},
         "files": [{"path": "model/plants.tflite"}, {"path": "labels.txt"}]}]}
        """
    private static let recognizer = """
        {"format": 1, "name": "acme", "models": [{"name": "faces", "title": "Faces", "purpose": "Tests", "languages": "",
         "licence": "MIT", "bytes": 9, "page": "https://models.example.org/about", "address": "https://models.example.org/f",
         "graph": {"file": "a.onnx",
          "face": {"alignment": "arcface", "unit": true, "distances": {"group": 1, "pair": 1.1, "doubt": 1.25}},
          "inputs": [{"name": "data", "type": "float32", "shape": [null, 3, 112, 112]}],
          "outputs": [{"name": "vector", "type": "float32", "shape": [null, 128]}]},
         "files": [{"path": "a.onnx"}]}]}
        """
    static let withVariants = text.replacing(
        "\"graph\":",
        with: """
            "variants": [{"name": "old", "share": 90},
             {"name": "new", "share": 10, "address": "https://models.example.org/new", "bytes": 7}], "graph":
            """)
}
