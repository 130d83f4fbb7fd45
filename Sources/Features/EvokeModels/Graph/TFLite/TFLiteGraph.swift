import EvokeSystem
package import EvokeValues

/// What a TensorFlow Lite graph declares that OpenVINO doesn't report, read while checking the whole file.
///
/// OpenVINO trusts such a file: offsets out of range, indices of missing tensors, or an operator with too many results
/// crash the process. So only graphs that passed this check are handed to it.
package struct TFLiteGraph: Sendable {
    /// What a tensor's integers stand for: scale · (integer − zero point).
    package struct Quantization: Hashable, Sendable {
        /// The value of a step of 1.
        package let scale: Float
        /// The integer that stands for 0.
        package let zeroPoint: Int
    }

    /// One per input or output, in their order.
    package let inputs: [Quantization?]
    package let outputs: [Quantization?]

    package init(_ file: DiskPath) throws(EvokeError) {
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

/// A tensor of a TensorFlow Lite graph: its shape and what is known of its contents.
struct TFLiteTensor {
    let name: [UInt8]
    let shape: [Int]
    let isConstant: Bool
    /// Set if one scale applies to the whole tensor.
    let quantization: TFLiteGraph.Quantization?

    /// More than any picture needs and less than a machine has: a corrupt shape could ask for any amount.
    private static let mostBytes = 1 << 30

    init(_ table: FlatBuffer.Table, buffers: [FlatBuffer.Vector<UInt8>?]) throws(FlatBuffer.Damage) {
        guard let name = try table.text(3) else { throw FlatBuffer.Damage(reason: "a tensor has no name") }
        self.name = name
        let shape = try table.vector(0, of: Int32.self)?.elements().map(Int.init) ?? []
        self.shape = shape
        guard shape.count <= 8, shape.allSatisfy({ $0 >= 0 }) else {
            throw FlatBuffer.Damage(reason: "a tensor has an impossible shape")
        }
        if let free = try table.vector(7, of: Int32.self)?.elements().map(Int.init) {
            guard free.count == shape.count, zip(free, shape).allSatisfy({ $0 == -1 || $0 == $1 }) else {
                throw FlatBuffer.Damage(reason: "a tensor has two shapes")
            }
        }
        guard let bits = Self.bits[Int(try table.scalar(1, default: Int8(0)))] else {
            throw FlatBuffer.Damage(reason: "a tensor has an unsupported type")
        }
        let size = shape.reduce((bits, false)) {
            let product = $0.0.multipliedReportingOverflow(by: $1)
            return (product.partialValue, $0.1 || product.overflow)
        }
        guard !size.1, size.0 / 8 <= Self.mostBytes else {
            throw FlatBuffer.Damage(reason: "a tensor is larger than \(Self.mostBytes >> 30) GB")
        }

        let buffer = Int(try table.scalar(2, default: UInt32(0)))
        guard buffer < buffers.count, try table.scalar(10, default: UInt32(0)) == 0 else {
            throw FlatBuffer.Damage(reason: "a tensor's contents are not in the file")
        }
        let stored = buffers[buffer]?.count ?? 0
        isConstant = stored > 0 || shape == [0]
        if let sparsity = try table.table(6) {
            let values = try SparseTensor(sparsity, shape: shape).valueCount
            guard stored == (values * bits + 7) / 8 else {
                throw FlatBuffer.Damage(reason: "a tensor's contents have the wrong size")
            }
        } else if stored > 0 {
            guard stored == (size.0 + 7) / 8 else {
                throw FlatBuffer.Damage(reason: "a tensor's contents have the wrong size")
            }
        }
        quantization = try Self.quantization(table, shape: shape)
    }

    private static func quantization(
        _ table: FlatBuffer.Table, shape: [Int]
    ) throws(FlatBuffer.Damage) -> TFLiteGraph.Quantization? {
        guard let table = try table.table(4) else { return nil }
        let scales = try table.vector(2, of: UInt32.self)?.elements().map(Float.init(bitPattern:)) ?? []
        let zeroes = try table.vector(3, of: Int64.self)?.elements() ?? []
        let axis = Int(try table.scalar(6, default: Int32(0)))
        guard try !table.has(5), zeroes.count == scales.count || zeroes.count == 1 || scales.isEmpty && zeroes.isEmpty,
            scales.allSatisfy({ $0.isFinite && $0 >= 0 }), zeroes.allSatisfy({ abs($0.clampedToInt32) <= 1 << 16 }),
            !scales.isEmpty || zeroes.isEmpty,
            scales.count < 2 || shape.indices.contains(axis) && scales.count == shape[axis]
        else { throw FlatBuffer.Damage(reason: "a tensor's quantization is invalid") }
        guard scales.count == 1, let scale = scales.first, scale > 0, let zero = zeroes.first else { return nil }
        return TFLiteGraph.Quantization(scale: scale, zeroPoint: Int(zero))
    }

    /// Bits per element, by the format's type number; types that OpenVINO doesn't support are left out.
    private static let bits = [
        0: 32, 1: 16, 2: 32, 3: 8, 4: 64, 6: 8, 7: 16, 8: 64, 9: 8, 10: 64, 12: 64, 15: 32, 16: 16, 17: 4,
    ]
}

extension Int64 {
    fileprivate var clampedToInt32: Int { Int(Swift.min(Swift.max(self, Int64(Int32.min)), Int64(Int32.max))) }
}

/// A mostly zero tensor: rows that store only the other elements, each with its index.
private struct SparseTensor {
    let valueCount: Int

    init(_ table: FlatBuffer.Table, shape: [Int]) throws(FlatBuffer.Damage) {
        _ = try table.vector(0, of: Int32.self)
        _ = try table.vector(1, of: Int32.self)
        let dimensions = try table.tables(2) ?? []
        // OpenVINO supports only tensors whose last dimension is the sparse one.
        guard let last = dimensions.last, dimensions.count == shape.count, try last.scalar(0, default: Int8(0)) == 1
        else {
            throw FlatBuffer.Damage(reason: "a sparse tensor is not sparse in its last dimension")
        }
        for dimension in dimensions.dropLast() {
            guard try dimension.scalar(0, default: Int8(0)) == 0 else {
                throw FlatBuffer.Damage(reason: "a sparse tensor is sparse in a dimension other than its last")
            }
        }
        let segments = try Self.numbers(last, field: 2)
        let places = try Self.numbers(last, field: 4)
        guard segments.count == shape.dropLast().reduce(1, *) + 1, segments.first == 0,
            segments.last == places.count, zip(segments, segments.dropFirst()).allSatisfy({ $0 <= $1 }),
            places.allSatisfy({ (0..<shape[shape.count - 1]).contains($0) })
        else { throw FlatBuffer.Damage(reason: "a sparse tensor's indices are outside it") }
        valueCount = places.count
    }

    /// Reads a list of integers of one of three widths; the preceding field says which.
    private static func numbers(_ table: FlatBuffer.Table, field: Int) throws(FlatBuffer.Damage) -> [Int] {
        guard let list = try table.table(field + 1) else { return [] }
        switch try table.scalar(field, default: UInt8(0)) {
        case 1: return try list.vector(0, of: Int32.self)?.elements().map(Int.init) ?? []
        case 2: return try list.vector(0, of: UInt16.self)?.elements().map(Int.init) ?? []
        case 3: return try list.vector(0, of: UInt8.self)?.elements().map(Int.init) ?? []
        default: throw FlatBuffer.Damage(reason: "a sparse tensor's indices have an unknown format")
        }
    }
}
