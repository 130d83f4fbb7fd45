import Evoke
import EvokeSystem
import EvokeValues
import Foundation

/// Runs a graph once on numbers from files, to compare the results with another program's.
enum GraphRun {
    /// The folder has `input-0`, `input-1`, and so on, with numbers in the graph's types; `output-0` and so on are
    /// written next to them.
    static func run(_ graph: DiskPath, in folder: DiskPath) async throws {
        let interpreter = try await ModelInterpreter.open(graph)
        var tensors: [String: GraphTensor] = [:]
        for (index, input) in interpreter.inputs.enumerated() {
            guard let type = input.type, let shape = input.shape, !shape.contains(nil) else {
                fail("the input '\(input.name)' is \(input.form)", code: 1)
            }
            let bytes = try FileSystem.read(folder.appending("input-\(index)"))
            tensors[input.name] = bytes.withUnsafeBytes {
                GraphTensor(
                    shape: shape.compactMap { $0 }, type: type, copying: $0.baseAddress, count: $0.count / type.width)
            }
        }
        let answers = try await interpreter.run(tensors)
        for (index, output) in interpreter.outputs.enumerated() {
            try FileSystem.replace(
                folder.appending("output-\(index)"), with: answers[output.name]?.withBytes { Array($0) } ?? [])
        }
    }
}
