import FoundationEssentials
import Models
import PhotoCore
import TestSupport
import Testing

@Suite struct ModelShelfTests {
    private let folder = TemporaryFolder()

    private static let manifest = """
        {"format": 1, "name": "tiny", "version": "1", "summary": "A test.", "licence": "MIT", "sources": [],
         "dimensions": 8,
         "image": {"graph": "image.onnx", "input": "pixels", "output": "embedding", "width": 16, "height": 16,
                   "layout": "nchw", "resize": "squash", "kernel": "bicubic", "mean": [0, 0, 0], "std": [1, 1, 1]},
         "text": {"graph": "text.onnx", "input": "ids", "output": "embedding", "tokenizer": "tokenizer.json",
                  "prefix": "query: ", "max_tokens": 16, "padding": "none"},
         "scoring": {"kind": "cosine"}}
        """

    @Test func opensAModelByNameAndByPath() throws {
        try writeModel()
        let byName = try shelf.open("tiny")
        #expect(byName.id.name == "tiny" && byName.id.dimensions == 8)
        #expect(byName.description.image.input.fit == .squash)
        #expect(byName.description.text.prefix == "query: ")
        let byPath = try shelf.open(folder.path.appending("models/tiny").display)
        #expect(byPath.id == byName.id)
    }

    @Test func theNearestShelfWins() throws {
        try writeModel(in: "far/tiny")
        try writeModel(in: "models/tiny", image: "other weights")
        let both = ModelShelf(
            folders: [folder.path.appending("models"), folder.path.appending("far")], cache: folder.path)
        #expect(try both.open("tiny").description.folder == folder.path.appending("models/tiny"))
    }

    @Test func theFingerprintFollowsWhatMakesTheVectors() throws {
        try writeModel()
        let first = try shelf.open("tiny").id.fingerprint
        #expect(try shelf.open("tiny").id.fingerprint == first)
        var seen: Set = [first]
        try writeModel(image: "other weights")
        #expect(seen.insert(try shelf.open("tiny").id.fingerprint).inserted)
        try writeModel(text: "other weights")
        #expect(seen.insert(try shelf.open("tiny").id.fingerprint).inserted)
        try writeModel(changing: "\"width\": 16", to: "\"width\": 18")
        #expect(seen.insert(try shelf.open("tiny").id.fingerprint).inserted)
        try writeModel(changing: "query: ", to: "passage: ")
        #expect(seen.insert(try shelf.open("tiny").id.fingerprint).inserted)
        try writeModel(changing: "A test.", to: "Another summary.")
        #expect(try shelf.open("tiny").id.fingerprint == first, "words about the model change no vector")
    }

    @Test func aDamagedNoteOfADigestIsNotBelieved() throws {
        try writeModel()
        let first = try shelf.open("tiny").id
        let notes = FilePath(bytes: folder.path.appending("cache/digests").bytes)
        for name in try contents(of: notes) {
            try FileSystem.replace(notes.appending(name), with: Array("0 0 0 x".utf8))
        }
        #expect(try shelf.open("tiny").id == first)
    }

    @Test(arguments: [
        ("\"format\": 1", "\"format\": 2", "format"),
        ("\"dimensions\": 8", "\"dimensions\": 0", "dimensions"),
        ("\"dimensions\": 8", "\"dimensions\": \"8\"", "dimensions"),
        ("\"width\": 16, ", "", "image.width"),
        ("squash", "stretch", "image.resize"),
        ("bicubic", "lanczos", "image.kernel"),
        ("nchw", "nhwc", "image.layout"),
        ("[1, 1, 1]", "[1, 0, 1]", "image.std"),
        ("[0, 0, 0]", "[0]", "image.mean"),
        ("image.onnx", "../image.onnx", "image.graph"),
        ("text.onnx", "absent.onnx", "text.graph"),
        ("\"padding\": \"none\"", "\"padding\": \"longest\"", "text.padding"),
        ("cosine", "sigmoid", "scoring.kind"),
        ("{\"format\"", "[\"format\"", "JSON"),
    ]) func saysWhichKeyIsWrong(old: String, new: String, key: String) throws {
        try writeModel(changing: old, to: new)
        let error = #expect(throws: EvokeError.self) { try shelf.open("tiny") }
        #expect(error?.kind == .modelInvalid)
        #expect(error?.subject.hasSuffix("tiny/evoke.json") == true)
        #expect(error?.reason.contains(key) == true, "\(error?.reason ?? "")")
    }

    @Test func saysWhereItLooked() throws {
        let error = #expect(throws: EvokeError.self) { try shelf.open("starter") }
        #expect(error?.kind == .modelMissing)
        #expect(error?.reason.contains(folder.path.appending("models").display) == true)
        #expect(error?.remedy.contains("bootstrap") == true)
        #expect(throws: EvokeError.self) { try shelf.open("./nowhere") }
    }

    private var shelf: ModelShelf {
        ModelShelf(folders: [folder.path.appending("models")], cache: folder.path.appending("cache"))
    }

    private func writeModel(
        in place: String = "models/tiny", image: String = "image", text: String = "text", changing old: String = "",
        to new: String = ""
    ) throws {
        var manifest = Self.manifest
        if let range = manifest.firstRange(of: old), !old.isEmpty { manifest.replaceSubrange(range, with: new) }
        try folder.write("\(place)/evoke.json", manifest.utf8)
        try folder.write("\(place)/image.onnx", image.utf8)
        try folder.write("\(place)/text.onnx", text.utf8)
        try folder.write("\(place)/tokenizer.json", "{}".utf8)
    }

    private func contents(of folder: FilePath) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.display)
    }
}
