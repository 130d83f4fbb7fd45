public import EvokeModels
public import EvokeValues

extension ModelInterpreter {
    /// Throws `EvokeError` for what is no graph, cannot be run, or is not what the caller takes it to be.
    ///
    /// - Parameters:
    ///   - inputs: what the caller takes inputs to be; those not named may be anything. A number for a dimension that
    ///     the graph leaves free fixes it. A free first dimension of several, of which nothing is said, is 1.
    ///   - outputs: likewise.
    public static func open(
        _ file: FilePath, inputs: [GraphFormat] = [], outputs: [GraphFormat] = []
    ) async throws -> ModelInterpreter {
        try await open(file, inputs: inputs, outputs: outputs, on: GraphRuntimes.own)
    }

    /// What a graph takes and gives, without making it ready to run.
    public static func ports(of file: FilePath) async throws -> (inputs: [GraphPort], outputs: [GraphPort]) {
        try await ports(of: file, on: GraphRuntimes.own)
    }
}
