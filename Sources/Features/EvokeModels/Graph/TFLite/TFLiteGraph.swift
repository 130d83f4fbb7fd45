import EvokeSystem
package import EvokeValues

/// What a TensorFlow Lite graph declares that OpenVINO doesn't report, read while checking the whole file.
///
/// OpenVINO trusts such a file: offsets out of range, indices of missing tensors, or an operator with too many results
/// crash the process. So only graphs that passed this check are handed to it.
public struct TFLiteGraph: Sendable {
    /// What a tensor's integers stand for: scale · (integer − zero point).
    public struct Quantization: Hashable, Sendable {
        /// The value of a step of 1.
        public let scale: Float
        /// The integer that stands for 0.
        public let zeroPoint: Int

        package init(scale: Float, zeroPoint: Int) {
            self.scale = scale
            self.zeroPoint = zeroPoint
        }
    }

    /// One per input or output, in their order.
    package let inputs: [Quantization?]
    package let outputs: [Quantization?]

    package init(_ file: FilePath) throws(EvokeError) {
        // The format's offsets reach no further.
        guard FileSystem.size(of: file) < 1 << 31 else {
            throw .invalidModel(file, "it is larger than a TensorFlow Lite graph can be")
        }
        let bytes = try FileSystem.read(file, most: 1 << 31)
        do {
            let main = try Self.check(FlatBuffer(bytes))
            inputs = main.inputs.map { main.tensors[$0].quantization }
            outputs = main.outputs.map { main.tensors[$0].quantization }
        } catch {
            throw .invalidModel(
                file, "it is not a supported TensorFlow Lite graph, or it is damaged: \(error.reason)")
        }
    }

    private static func check(_ buffer: FlatBuffer) throws(FlatBuffer.Damage) -> TFLiteSubgraph {
        let model = try buffer.root(of: "TFL3")
        guard let codes = try model.tables(1), let subgraphs = try model.tables(2), let buffers = try model.tables(4)
        else { throw FlatBuffer.Damage(reason: "a section is missing") }
        var operators: [TFLiteOperator] = []
        for code in codes { operators.append(try TFLiteOperator(code)) }
        var contents: [FlatBuffer.Vector<UInt8>?] = []
        for buffer in buffers {
            guard try buffer.scalar(1, default: UInt64(0)) <= 1 else {
                throw FlatBuffer.Damage(reason: "its weights are stored after the FlatBuffer")
            }
            contents.append(try buffer.vector(0, of: UInt8.self))
        }
        var main: TFLiteSubgraph?
        for subgraph in subgraphs {
            let checked = try TFLiteSubgraph(subgraph, buffers: contents, operators: operators)
            main = main ?? checked
        }
        guard let main else { throw FlatBuffer.Damage(reason: "a section is missing") }
        return main
    }
}

/// Tensors, and the operators that compute them, in execution order.
struct TFLiteSubgraph {
    let tensors: [TFLiteTensor]
    let inputs, outputs: [Int]

    init(
        _ table: FlatBuffer.Table, buffers: [FlatBuffer.Vector<UInt8>?], operators: [TFLiteOperator]
    ) throws(FlatBuffer.Damage) {
        var tensors: [TFLiteTensor] = []
        for tensor in try table.tables(0) ?? [] { tensors.append(try TFLiteTensor(tensor, buffers: buffers)) }
        self.tensors = tensors
        // OpenVINO identifies tensors by name.
        guard Set(tensors.map(\.name)).count == tensors.count else {
            throw FlatBuffer.Damage(reason: "two tensors have the same name")
        }
        inputs = try Self.indices(table.vector(1, of: Int32.self), below: tensors.count)
        outputs = try Self.indices(table.vector(2, of: Int32.self), below: tensors.count)
        guard !outputs.isEmpty, Set(inputs).count == inputs.count, Set(outputs).count == outputs.count,
            inputs.allSatisfy({ !tensors[$0].isConstant })
        else { throw FlatBuffer.Damage(reason: "it has no inputs or no outputs") }

        var known = Set(tensors.indices.filter { tensors[$0].isConstant }).union(inputs)
        for node in try table.tables(3) ?? [] {
            let code = Int(try node.scalar(0, default: UInt32(0)))
            guard code < operators.count else { throw FlatBuffer.Damage(reason: "an operator has no kind") }
            var taken = try node.vector(1, of: Int32.self)?.elements() ?? []
            // Omitted optional inputs are at the end.
            while taken.last == -1 { taken.removeLast() }
            let inputs = try Self.indices(taken, below: tensors.count)
            let outputs = try Self.indices(node.vector(2, of: Int32.self), below: tensors.count)
            guard known.isSuperset(of: inputs) else {
                throw FlatBuffer.Damage(reason: "an operator uses a tensor before it is computed")
            }
            guard known.isDisjoint(with: outputs), Set(outputs).count == outputs.count else {
                throw FlatBuffer.Damage(reason: "a tensor is computed twice")
            }
            try operators[code].check(node, inputs: inputs.map { tensors[$0] }, outputs: outputs.map { tensors[$0] })
            known.formUnion(outputs)
        }
        guard known.isSuperset(of: outputs) else { throw FlatBuffer.Damage(reason: "an output is never computed") }
    }

    private static func indices(
        _ vector: FlatBuffer.Vector<Int32>?, below count: Int
    ) throws(FlatBuffer.Damage) -> [Int] {
        try indices(vector?.elements() ?? [], below: count)
    }

    private static func indices(_ numbers: [Int32], below count: Int) throws(FlatBuffer.Damage) -> [Int] {
        guard numbers.allSatisfy({ (0..<count).contains(Int($0)) }) else {
            throw FlatBuffer.Damage(reason: "it refers to a missing tensor")
        }
        return numbers.map(Int.init)
    }
}
