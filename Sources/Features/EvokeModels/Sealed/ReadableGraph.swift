import EvokeSystem
package import EvokeValues

/// A graph where OpenVINO can read it.
///
/// It finds weights beside a graph on the disk alone. Of a graph that is decrypted in memory they are put into it: also
/// in memory, and only for as long as this is held, since it is once more as much.
package final class ReadableGraph {
    package let file: FilePath
    private let memory: MemoryFile?

    package init(_ graph: ModelDescription.Graph) throws(EvokeError) {
        guard !graph.weights.isEmpty, OpenFile.isLink(graph.file) else {
            (file, memory) = (graph.file, nil)
            return
        }
        let memory = try MemoryFile(doing: "decrypt into memory", FilePath("the model's graph and weights"))
        try InlinedGraph(graph.file).write(to: memory)
        try memory.freeze()
        (file, self.memory) = (memory.path, memory)
    }
}
