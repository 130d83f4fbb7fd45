import EvokeSystem
import EvokeValues

/// Says what a folder holds that no layout fits, and what to do with it.
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
                "it is a model of sentence-transformers (modules.json), whose parts lie in other folders",
                "Get the same model with an image side and a text side as ONNX graphs. \(String.exportTwoSides)")
        }
        if let graph = singleGraph(in: folder) { return graphError(graph) }
        if has("open_clip_config.json") || weights.contains(where: { $0.hasPrefix("open_clip") && has($0) }) {
            return error(
                "it holds the weights of an OpenCLIP model, and no ONNX graphs",
                "Get the ONNX export of the same model, as immich-app publishes them, with visual/ and textual/.")
        }
        if let file = weights.first(where: has) {
            return error("it holds weights ('\(file)'), and no ONNX graphs", .exportTwoSides)
        }
        return error(
            "the folder has none of evoke.json, graph.json, onnx/, vision_model.onnx, visual/ with textual/, and visual.onnx",
            "Name the folder that holds the model's files.")
    }

    /// An ONNX graph of another name than the two sides have.
    private static func singleGraph(in folder: FilePath) -> FilePath? {
        for place in [folder, folder.appending("onnx")] {
            // For the words of an error.
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
                case (true, true): "it computes both sides at once, and Evoke wants a graph for each"
                case (true, false): "it is an image side alone, and a text side belongs to it"
                case (false, true): "it is a text side alone, and an image side belongs to it"
                case (false, false): "it takes neither pictures nor texts"
                }
            let names = inputs.map { "'\($0.name)'" }.joined(separator: ", ")
            return .invalidModel(file, "\(what) (its inputs are \(names))", remedy: .exportTwoSides)
        } catch {
            return error
        }
    }
}
