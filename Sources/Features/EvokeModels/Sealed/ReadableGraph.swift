import EvokeSystem
package import EvokeValues

/// A graph where OpenVINO can read it.
///
/// It finds weights beside a graph on the disk alone. Of a graph that is decrypted in memory they are put into it: also
/// in memory, and only for as long as this is held, since it is once more as much. So is a graph that OpenVINO computes
/// more quickly in another form.
package final class ReadableGraph {
    package let file: FilePath
    private let memory: MemoryFile?

    package init(_ graph: ModelDescription.Graph) throws(EvokeError) {
        let isSealed = !graph.weights.isEmpty && OpenFile.isLink(graph.file)
        guard let whole = isSealed ? try InlinedGraph(graph.file) : Self.quicker(graph.file) else {
            (file, memory) = (graph.file, nil)
            return
        }
        let memory = try MemoryFile(doing: "lay out in memory", FilePath("the model's graph and weights"))
        try whole.write(to: memory)
        try memory.freeze()
        (file, self.memory) = (memory.path, memory)
    }

    /// nil where it has no such form. What is wrong with a graph, OpenVINO says.
    private static func quicker(_ graph: FilePath) -> InlinedGraph? {
        // The graph as it is does as well.
        guard graph.suffix == "onnx", let whole = try? InlinedGraph(graph), whole.isQuicker else { return nil }
        return whole
    }
}
