import EvokeSystem
package import EvokeValues

/// A graph by itself, in one of the formats that are run here, looked at as far as its reader would trust it blindly.
package struct GraphFile: Sendable {
    package let path: FilePath
    /// Of a TensorFlow Lite graph.
    package let lite: TFLiteGraph?

    /// What whoever made an ONNX graph wrote beside it, by names of their own; nothing for other formats.
    package let notes: [String: String]

    package init(_ path: FilePath) throws(EvokeError) {
        // A device has no end, and a pipe may never have a beginning.
        guard try FileSystem.status(of: path, doing: "read the graph").isFile else {
            throw EvokeError(
                .unsupported, doing: "read the graph", subject: path.display, reason: "it is not a file",
                remedy: "Give a graph's own file.")
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
                throw .invalidModel(path, "it is XML, or only called so, and not an OpenVINO graph")
            }
        default:
            throw EvokeError(
                .unsupported, doing: "read the graph", subject: path.display,
                reason: "its name does not end in .tflite, .onnx or .xml (of OpenVINO)",
                remedy: "Give a graph of one of these kinds.")
        }
    }
}
