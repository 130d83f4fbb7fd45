import EvokeLinux
import EvokeModels
import EvokeSystem
import EvokeValues

/// A graph in a form that OpenVINO can read.
///
/// OpenVINO reads external weights only from disk. For a graph decrypted in memory, they are inlined, also in memory,
/// and only for as long as this object exists, because that takes as much memory again. Graphs that OpenVINO computes
/// faster in another form are rewritten too.
final class ReadableGraph {
    let file: DiskPath
    private let memory: MemoryFile?

    init(_ graph: ModelDescription.Graph) throws(EvokeError) {
        let isSealed = !graph.weights.isEmpty && MemoryFile.isLink(graph.file)
        guard let whole = isSealed ? try InlinedGraph(graph.file) : Self.quicker(graph.file) else {
            (file, memory) = (graph.file, nil)
            return
        }
        let memory = try MemoryFile(doing: "lay out in memory", DiskPath("the model's graph and weights"))
        try whole.write { (bytes) throws(EvokeError) in try memory.add(bytes) }
        try memory.freeze()
        (file, self.memory) = (memory.path, memory)
    }

    /// Nil if there is no faster form. Problems with the graph are left for OpenVINO to report.
    private static func quicker(_ graph: DiskPath) -> InlinedGraph? {
        // On errors, the unchanged graph works as well.
        guard graph.suffix == "onnx", let whole = try? InlinedGraph(graph), whole.isQuicker else { return nil }
        return whole
    }
}
