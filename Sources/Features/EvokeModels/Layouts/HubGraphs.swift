import EvokeSystem
import EvokeValues

/// The graphs of a hub export, `{vision,text}_model[_VARIANT].onnx`, in `onnx/` or, if there are none, next to the
/// configurations.
struct HubGraphs {
    /// Best first: the published weights, then smaller ones by fidelity.
    private static let preference = ["fp32", "fp16", "quantized", "int8", "uint8", "q4f16", "q4", "bnb4"]

    let image: FilePath
    let text: FilePath
    let variant: String

    /// Chooses the given variant, or the best that both sides have.
    init(in folder: FilePath, variant asked: String?) throws(EvokeError) {
        var (graphs, image, text) = (folder, Set<String>(), Set<String>())
        for place in [folder.appending("onnx"), folder] where image.isEmpty && text.isEmpty {
            guard FileSystem.isFolder(place) else { continue }
            (graphs, image, text) = (
                place, try Self.variants("vision", in: place), try Self.variants("text", in: place)
            )
        }
        if image.isEmpty, text.isEmpty { throw UnreadableFolder.error(folder) }
        guard !image.isEmpty, !text.isEmpty else {
            let missing = image.isEmpty ? "vision_model.onnx" : "text_model.onnx"
            throw .invalidModel(graphs.appending(missing), "the file is missing")
        }
        let both = image.intersection(text).sorted { Self.rank($0) < Self.rank($1) }
        guard let best = both.first else {
            throw EvokeError(
                .modelInvalid, doing: "load the model", subject: graphs.display,
                reason: "the two graphs have no variant in common: vision_model comes as \(Self.list(image)), "
                    + "text_model as \(Self.list(text))",
                remedy: "Download the missing graph of one variant from where the model was published.")
        }
        if let asked, !both.contains(asked) {
            throw EvokeError(
                .modelInvalid, doing: "load the model", subject: folder.display,
                reason: "it does not have both graphs in the variant '\(asked)'",
                remedy: "It has \(both.joined(separator: ", ")).")
        }
        let variant = asked ?? best
        let suffix = variant == "fp32" ? "" : "_\(variant)"
        self.image = graphs.appending("vision_model\(suffix).onnx")
        self.text = graphs.appending("text_model\(suffix).onnx")
        self.variant = variant
    }

    /// The precisions of one side that are in the folder.
    private static func variants(_ side: String, in folder: FilePath) throws(EvokeError) -> Set<String> {
        let (prefix, suffix) = ("\(side)_model", ".onnx")
        var found: Set<String> = []
        for name in try FileSystem.names(in: folder, doing: "load the model") {
            guard let name = FilePath(bytes: name).string, name.hasPrefix(prefix), name.hasSuffix(suffix) else {
                continue
            }
            let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
            if middle.isEmpty { found.insert("fp32") }
            if middle.first == "_", middle.count > 1 { found.insert(String(middle.dropFirst())) }
        }
        return found
    }

    private static func rank(_ variant: String) -> (Int, String) {
        (preference.firstIndex(of: variant) ?? preference.count, variant)
    }

    private static func list(_ variants: Set<String>) -> String {
        variants.sorted { rank($0) < rank($1) }.joined(separator: ", ")
    }
}
