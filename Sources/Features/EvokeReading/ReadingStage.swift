import EvokeEncoders
import EvokeModels
import EvokeValues
import EvokeWorkers

/// One of the graphs, ready for each shape when that is first needed.
final class ReadingStage: Sendable {
    private let file: FilePath
    private let runtime: any GraphRuntime
    private let folder: GraphFolder
    private let settings: GraphSettings
    private let most: Int
    private let knownDigest = Locked<String?>(nil)
    /// Those that were used last come last.
    private let ready = Locked<[(shape: [Int?], graph: any RunnableGraph)]>([])

    /// - Parameter most: for so many shapes it stays in memory.
    init(
        _ file: FilePath, on runtime: any GraphRuntime, in folder: GraphFolder, _ settings: GraphSettings,
        atMost most: Int
    ) {
        (self.file, self.runtime, self.folder, self.settings, self.most) = (file, runtime, folder, settings, most)
    }

    /// What the graph is. It is asked for often, and looked up once.
    func digest() throws(EvokeError) -> String {
        if let known = knownDigest.withLock({ $0 }) { return known }
        let digest = try FileDigest.sha256(of: file)
        knownDigest.withLock { $0 = digest }
        return digest
    }

    /// - Parameter shapes: those that are to share a graph, where it is not for this one alone.
    func run(_ numbers: [Float], shape: [Int], of shapes: [Int?]? = nil) throws -> GraphTensor {
        let shapes = shapes ?? shape
        let digest = try digest()
        let graph = try ready.withLock { ready in
            if let known = ready.firstIndex(where: { $0.shape == shapes }) {
                ready.append(ready.remove(at: known))
            } else {
                if ready.count >= most { ready.removeFirst() }
                let order = ShapedGraph(file, digest: digest, shape: shapes, settings: settings)
                ready.append((shapes, try runtime.ready(order, in: folder)))
            }
            return ready[ready.count - 1].graph
        }
        let input = GraphInput(name: ShapedGraph.input, type: .float32, shape: shape, values: .floats([numbers]))
        return try graph.run([input], outputs: [ShapedGraph.output])[0]
    }
}
