public import EvokeModels
public import EvokeValues

extension ModelInterpreter {
    /// Throws `EvokeError` for a file that is not a graph, cannot be run, or does not have the expected inputs and
    /// outputs.
    ///
    /// - Parameters:
    ///   - inputs: the expected inputs; those not named may be anything. A number fixes a dimension that the graph
    ///     leaves free. If the first of several dimensions is free and not given, it is 1.
    ///   - outputs: likewise.
    public static func open(
        _ file: FilePath, inputs: [GraphFormat] = [], outputs: [GraphFormat] = []
    ) async throws -> ModelInterpreter {
        try await open(file, inputs: inputs, outputs: outputs, on: GraphRuntimes.own)
    }

    /// The inputs and outputs of a graph, without preparing it to run.
    public static func ports(of file: FilePath) async throws -> (inputs: [GraphPort], outputs: [GraphPort]) {
        try await ports(of: file, on: GraphRuntimes.own)
    }
}
