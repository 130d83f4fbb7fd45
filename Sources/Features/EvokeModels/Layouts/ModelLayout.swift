import EvokePorts
import EvokeSystem
import EvokeValues

/// The ways in which publishers lay out a model's directory. Each is read as it is.
package enum ModelLayout: String, Sendable, CaseIterable {
    /// A folder with an `evoke.json`.
    case evoke
    /// The hub's configurations with `vision_model.onnx` and `text_model.onnx`, in `onnx/` or next to them.
    case hub
    /// `visual/model.onnx` and `textual/model.onnx`, as Immich publishes them.
    case immich
    /// `visual.onnx` and `textual.onnx`, as rclip publishes them.
    case rclip
    /// A folder with a `graph.json`: a standalone graph, not a pair.
    case graph

    /// The layout of `folder`, determined by the files in it; nil if it contains no model.
    static func of(_ folder: DiskPath) -> ModelLayout? {
        func has(_ path: String) -> Bool {
            let file = folder.appending(path)
            return [file, UnsealedModel.sealed(file)].contains { FileSystem.status(of: $0) != nil }
        }
        if has(EvokeManifest.fileName) { return .evoke }
        if has(GraphModel.fileName) { return .graph }
        if has("onnx") { return .hub }
        if has("visual") || has("textual") { return .immich }
        if has("visual.onnx") || has("textual.onnx") { return .rclip }
        return hasHubGraphs(folder) ? .hub : nil
    }

    private static func hasHubGraphs(_ folder: DiskPath) -> Bool {
        // An unreadable folder counts as containing no model.
        let names = (try? FileSystem.names(in: folder, doing: "load the model")) ?? []
        return names.contains { name in
            guard let name = DiskPath(bytes: name).string else { return false }
            return (name.hasPrefix("vision_model") || name.hasPrefix("text_model"))
                && (name.hasSuffix(".onnx") || name.hasSuffix(".onnx.sealed"))
        }
    }

    func read(_ folder: DiskPath, variant: String?) throws(EvokeError) -> ModelDescription {
        if self != .hub, let variant {
            throw EvokeError(
                .wrongUsage, doing: "load the model", subject: folder.display,
                reason: "it has only one precision, not '\(variant)'",
                remedies: [.leaveOutOption(.variant)])
        }
        switch self {
        case .evoke: return try EvokeManifest.read(in: folder)
        case .hub: return try HubLayout(folder: folder).read(variant: variant)
        case .immich: return try ImmichLayout(folder).read()
        case .rclip: return try RclipLayout(folder: folder).read()
        case .graph: throw .invalidModel(folder, "it is a single graph")
        }
    }
}

extension ImageInput {
    static let clipMean: [Float] = [0.48145466, 0.4578275, 0.40821073]
    static let clipStd: [Float] = [0.26862954, 0.26130258, 0.27577711]
}

extension LabelScoring {
    /// CLIP's trained temperature in all published models.
    static let clip = LabelScoring.softmax(scale: 100)
    /// The trained values of SigLIP base, patch 16, 224; published configurations omit them.
    static let siglip = LabelScoring.sigmoid(scale: 117.33, bias: -12.93)
    /// The trained values of SigLIP 2 base.
    static let siglip2 = LabelScoring.sigmoid(scale: 112.67, bias: -16.77)
    /// The scoring of MedSigLIP's own application.
    static let medsiglip = LabelScoring.softmax(scale: 10)
}

/// Explains what is in a folder that no layout fits, and what to do about it.
enum UnreadableFolder {
    private static let weights = [
        "model.safetensors", "pytorch_model.bin", "model.safetensors.index.json", "pytorch_model.bin.index.json",
        "open_clip_model.safetensors", "open_clip_pytorch_model.bin", "tf_model.h5", "flax_model.msgpack",
    ]

    static func error(_ folder: DiskPath) -> EvokeError {
        func has(_ name: String) -> Bool { FileSystem.isFile(folder.appending(name)) }
        func error(_ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(.modelInvalid, doing: "load the model", subject: folder.display, reason: reason, remedy: remedy)
        }
        if has("modules.json") {
            return error(
                "it is a sentence-transformers model (modules.json), with its parts in other folders",
                "Get the same model with its image and text encoders as ONNX graphs. \(String.exportTwoSides)")
        }
        if let graph = singleGraph(in: folder) { return graphError(graph) }
        if has("open_clip_config.json") || weights.contains(where: { $0.hasPrefix("open_clip") && has($0) }) {
            return error(
                "it contains the weights of an OpenCLIP model, but no ONNX graphs",
                "Get the ONNX export of the same model, as immich-app publishes it, with visual/ and textual/.")
        }
        if let file = weights.first(where: has) {
            return error("it contains weights ('\(file)'), but no ONNX graphs", .exportTwoSides)
        }
        return error(
            "it contains none of evoke.json, graph.json, onnx/, vision_model.onnx, visual/ with textual/, and visual.onnx",
            "Give the folder that contains the model's files.")
    }

    /// Finds an ONNX graph that isn't named like either side.
    private static func singleGraph(in folder: DiskPath) -> DiskPath? {
        for place in [folder, folder.appending("onnx")] {
            // Only used for an error message.
            let names = (try? FileSystem.names(in: place, doing: "load the model")) ?? []
            let graphs = names.compactMap { DiskPath(bytes: $0).string }.filter { $0.hasSuffix(".onnx") }.sorted()
            if let name = graphs.first(where: { $0.hasPrefix("model") }) ?? graphs.first {
                return place.appending(name)
            }
        }
        return nil
    }

    private static func graphError(_ file: DiskPath) -> EvokeError {
        do {
            let inputs = try GraphRoles(file).graph.inputs
            let (pictures, texts) = (inputs.contains { $0.shape?.count == 4 }, inputs.contains(where: \.isTokens))
            let what =
                switch (pictures, texts) {
                case (true, true): "it computes both sides at once, but Evoke needs a graph for each"
                case (true, false): "it is only an image encoder, without its text encoder"
                case (false, true): "it is only a text encoder, without its image encoder"
                case (false, false): "it takes neither pictures nor texts"
                }
            let names = inputs.map { "'\($0.name)'" }.joined(separator: ", ")
            return .invalidModel(file, "\(what) (its inputs are \(names))", remedy: .exportTwoSides)
        } catch {
            return error
        }
    }
}
