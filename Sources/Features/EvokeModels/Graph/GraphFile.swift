import EvokeSystem
package import EvokeValues

/// A standalone graph in a supported format, checked wherever its reader would trust the file blindly.
package struct GraphFile: Sendable {
    package let path: FilePath
    /// Set for TensorFlow Lite graphs.
    package let lite: TFLiteGraph?

    /// Metadata that an ONNX graph's author added, by key; empty for other formats.
    package let notes: [String: String]

    package init(_ path: FilePath) throws(EvokeError) {
        // A device is endless, and a pipe may never deliver anything.
        guard try FileSystem.status(of: path, doing: "read the graph").isFile else {
            throw EvokeError(
                .unsupported, doing: "read the graph", subject: path.display, reason: "it is not a file",
                remedy: "Give the path of a graph file.")
        }
        self.path = path
        switch path.suffix {
        case "tflite": (lite, notes) = (try TFLiteGraph(path), [:])
        case "onnx":
            let roles = try GraphRoles(path)
            _ = try roles.weights()
            (lite, notes) = (nil, roles.graph.notes)
        case "xml":
            (lite, notes) = (nil, [:])
            let start = try FileSystem.read(path).prefix(1 << 10)
            guard start.firstRange(of: Array("<net".utf8)) != nil else {
                throw .invalidModel(path, "it is not an OpenVINO graph")
            }
        default:
            throw EvokeError(
                .unsupported, doing: "read the graph", subject: path.display,
                reason: "its name does not end in .tflite, .onnx, or .xml (OpenVINO)",
                remedy: "Use a graph in one of these formats.")
        }
    }
}
