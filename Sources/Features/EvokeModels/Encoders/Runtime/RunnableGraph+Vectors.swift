import EvokeValues

extension RunnableGraph {
    /// Returns the numbers of a model's vectors, end to end.
    func vectors(of graph: ModelDescription.Graph, from inputs: [GraphInput]) throws(EvokeError) -> [Float] {
        let output = try run(inputs, outputs: [graph.output])[0]
        guard output.type.isFloating else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: graph.file.display,
                reason: "its output '\(graph.output)' does not contain floats")
        }
        return output.floats
    }
}
