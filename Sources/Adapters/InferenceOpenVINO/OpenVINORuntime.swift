package import EvokeModels
package import EvokeValues

/// Runs graphs on the CPU with OpenVINO.
package struct OpenVINORuntime: GraphRuntime {
    package init() {}

    package func identity() throws(EvokeError) -> String { try Runtime.start().identity }

    package func computes(at precision: Precision) throws(EvokeError) -> Bool {
        guard precision == .bfloat16 else { return true }
        return try Runtime.start().computesInBFloat16
    }

    package func read(_ file: FilePath) throws(EvokeError) -> any UncompiledGraph { try OpenVINOGraph(file) }

    package func ready(
        _ order: GraphOrder, in folder: GraphFolder?
    ) throws(EvokeError) -> (graph: any RunnableGraph, findings: GraphFindings?) {
        let ready = if let folder { try CompiledGraphs(in: folder).ready(order) } else { try order.compiled() }
        return (ready.compiled, ready.findings)
    }

    package func ready(_ graph: ShapedGraph, in folder: GraphFolder) throws(EvokeError) -> any RunnableGraph {
        try CompiledGraphs(in: folder).ready(graph).compiled
    }

    package func forget(modelOf digest: String, in folder: GraphFolder) {
        CompiledGraphs(in: folder).forget(modelOf: digest)
    }
}
