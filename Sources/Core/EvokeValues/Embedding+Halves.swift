extension Embedding {
    /// Rounding to halves moves each value by 2⁻¹¹ of itself at most, and so the length, too; twice that is a fault.
    private static let lengthTolerance = 0x1p-10

    /// What is wrong with a vector as catalogues keep it, in halves; nil where nothing is.
    package static func fault(inHalves bytes: UnsafeRawBufferPointer, dimensions: Int) -> String? {
        guard (1...1 << 20).contains(dimensions) else { return "is of a model with \(dimensions) dimensions" }
        guard bytes.count == 2 * dimensions else { return "has \(bytes.count) bytes where \(2 * dimensions) belong" }
        var squares = 0.0
        for place in 0..<dimensions {
            let value = Double(bytes.loadUnaligned(fromByteOffset: 2 * place, as: Float16.self))
            squares += value * value
        }
        let length = squares.squareRoot()
        guard length.isFinite else { return "has values that are no numbers" }
        return abs(length - 1) <= lengthTolerance ? nil : "is \(Float(length)) long where 1 belongs"
    }
}
