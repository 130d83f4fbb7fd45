package import EvokeValues
import EvokeWorkers

/// A standalone graph, compiled for each shape on first use.
package final class ShapedStage: Sendable {
    private let file: FilePath
    private let runtime: any GraphRuntime
    private let folder: GraphFolder
    private let streams: Int
    private let isQuick: Bool
    private let common: [Int?]?
    private let most: Int
    private let outputs: [String]
    private let knownDigest = Locked<String?>(nil)
    /// Least recently used first.
    private let ready = Locked<[(shape: [Int?], graph: any RunnableGraph)]>([])

    /// - Parameters:
    ///   - streams: the number of inputs to process at once, with one thread each.
    ///   - isQuick: whether to use 16-bit floats if the machine supports them.
    ///   - common: if one graph is to serve inputs of several shapes, the dimensions they share; each run is then
    ///     somewhat slower.
    ///   - most: the number of shapes to keep in memory.
    ///   - outputs: the number of outputs.
    package init(
        _ file: FilePath, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int, isQuick: Bool = false,
        for common: [Int?]? = nil, atMost most: Int = 1, outputs: Int = 1
    ) {
        (self.file, self.runtime, self.folder) = (file, runtime, folder)
        (self.streams, self.isQuick, self.common, self.most) = (streams, isQuick, common, most)
        self.outputs = ShapedGraph.outputs(outputs)
    }

    /// Computed once, because it is asked for often.
    package func digest() throws(EvokeError) -> String {
        if let known = knownDigest.withLock({ $0 }) { return known }
        let digest = try DigestCache(folder.path).sha256(of: file)
        knownDigest.withLock { $0 = digest }
        return digest
    }

    package func run(_ numbers: [Float], shape: [Int]) throws -> [GraphTensor] {
        let shapes = common ?? shape
        let digest = try digest()
        let graph = try ready.withLock { ready in
            if let known = ready.firstIndex(where: { $0.shape == shapes }) {
                ready.append(ready.remove(at: known))
            } else {
                if ready.count >= most { ready.removeFirst() }
                let isHalf = isQuick ? try runtime.computes(at: .bfloat16) : false
                let settings = GraphSettings(pace: .streams(streams), isHalf: isHalf)
                let order = ShapedGraph(
                    file, digest: digest, shape: shapes, outputs: outputs.count, settings: settings)
                ready.append((shapes, try runtime.ready(order, in: folder)))
            }
            return ready[ready.count - 1].graph
        }
        let input = GraphInput(name: ShapedGraph.input, type: .float32, shape: shape, values: .floats([numbers]))
        return try graph.run([input], outputs: outputs)
    }
}
