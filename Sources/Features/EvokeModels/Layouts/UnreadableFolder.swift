import EvokeSystem
import EvokeValues

/// Explains what is in a folder that no layout fits, and what to do about it.
enum UnreadableFolder {
    private static let weights = [
        "model.safetensors", "pytorch_model.bin", "model.safetensors.index.json", "pytorch_model.bin.index.json",
        "open_clip_model.safetensors", "open_clip_pytorch_model.bin", "tf_model.h5", "flax_model.msgpack",
    ]

    static func error(_ folder: FilePath) -> EvokeError {
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
    private static func singleGraph(in folder: FilePath) -> FilePath? {
        for place in [folder, folder.appending("onnx")] {
            // Only used for an error message.
            let names = (try? FileSystem.names(in: place, doing: "load the model")) ?? []
            let graphs = names.compactMap { FilePath(bytes: $0).string }.filter { $0.hasSuffix(".onnx") }.sorted()
            if let name = graphs.first(where: { $0.hasPrefix("model") }) ?? graphs.first {
                return place.appending(name)
            }
        }
        return nil
    }

    private static func graphError(_ file: FilePath) -> EvokeError {
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
