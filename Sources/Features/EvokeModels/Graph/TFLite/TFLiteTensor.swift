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
