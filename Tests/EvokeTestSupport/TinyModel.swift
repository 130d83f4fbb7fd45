import EvokeSystem
public import EvokeValues
import Foundation

/// A model small enough to work out by hand what it answers, in a directory like any other.
///
/// An image is its mean colour and their sum; a text is how often its tokens fall on each of four axes, token t on
/// axis t mod 4. The graphs are made by Tools/fixtures/model_fixtures.py.
public struct TinyModel {
    public let folder: DiskPath

    /// Writes the directory `models/tiny` into `home`, with one piece of the manifest replaced.
    public init(
        in home: TemporaryFolder, at place: String = "models/tiny", imageGraph: String = "image.onnx",
        textGraph: String = "text.onnx",
        replacing old: String = "", by new: String = ""
    ) throws {
        var manifest = Self.manifest
        if !old.isEmpty {
            guard let range = manifest.firstRange(of: old) else {
                throw Installed.Missing(description: "the tiny manifest has no \(old)")
            }
            manifest.replaceSubrange(range, with: new)
        }
        folder = home.path.appending(place)
        try home.write(place + "/evoke.json", manifest.utf8)
        try home.write(place + "/tokenizer.json", Self.tokenizer.utf8)
        _ = try home.copy(Self.fixture(imageGraph), to: place + "/image.onnx")
        _ = try home.copy(Self.fixture(textGraph), to: place + "/text.onnx")
    }

    /// Flips a bit near the middle of the first weight that is 1.0, which is in each of the graphs.
    public func changeAWeight(in graph: String) throws {
        var bytes = try FileSystem.read(folder.appending(graph))
        guard let place = bytes.indices.dropLast(3).first(where: { bytes[$0..<$0 + 4].elementsEqual([0, 0, 128, 63]) })
        else { throw Installed.Missing(description: "\(graph) has no weight of 1") }
        bytes[place + 1] ^= 1
        try overwrite(graph, with: bytes)
    }

    public func overwrite(_ name: String, with bytes: [UInt8]) throws {
        try FileSystem.replace(folder.appending(name), with: bytes)
    }

    private static func fixture(_ name: String) throws -> DiskPath {
        guard let resources = Bundle.module.resourcePath else {
            throw Installed.Missing(description: "the tests were built without their fixtures")
        }
        return DiskPath(resources).appending("TinyModel/\(name)")
    }

    private static let manifest = """
        {"format": 1, "name": "tiny", "version": "1", "summary": "A test.", "licence": "MIT", "sources": [],
         "dimensions": 4,
         "image": {"graph": "image.onnx", "input": "pixels", "output": "embedding", "width": 2, "height": 2,
                   "layout": "nchw", "resize": "squash", "kernel": "bicubic", "mean": [0, 0, 0], "std": [1, 1, 1]},
         "text": {"graph": "text.onnx", "input": "ids", "output": "embedding", "tokenizer": "tokenizer.json",
                  "prefix": "q: ", "max_tokens": 5, "padding": "none"},
         "scoring": {"kind": "softmax", "scale": 10}}
        """

    private static let tokenizer = """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
         "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
            {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true}]},
         "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                       {"SpecialToken": {"id": "</s>", "type_id": 0}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [0], "tokens": ["<s>"]},
                               "</s>": {"id": "</s>", "ids": [2], "tokens": ["</s>"]}}},
         "decoder": null,
         "model": {"type": "Unigram", "unk_id": 3, "byte_fallback": false,
            "vocab": [["<s>", 0], ["<pad>", 0], ["</s>", 0], ["<unk>", 0], ["▁q:", -1], ["▁a", -1], ["▁b", -1]]}}
        """
}
