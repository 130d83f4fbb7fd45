extension Embedding {
    /// Rounding to half precision changes each value, and so the length, by at most 2⁻¹¹; more than twice that is a
    /// fault.
    private static let lengthTolerance = 0x1p-10

    /// What is wrong with a vector as catalogs store it, in half precision; nil if nothing is.
    package static func fault(inHalves bytes: UnsafeRawBufferPointer, dimensions: Int) -> String? {
        guard (1...1 << 20).contains(dimensions) else { return "belongs to a model with \(dimensions) dimensions" }
        guard bytes.count == 2 * dimensions else { return "has \(bytes.count) bytes instead of \(2 * dimensions)" }
        var squares = 0.0
        for place in 0..<dimensions {
            let value = Double(bytes.loadUnaligned(fromByteOffset: 2 * place, as: Float16.self))
            squares += value * value
        }
        let length = squares.squareRoot()
        guard length.isFinite else { return "has values that are not numbers" }
        return abs(length - 1) <= lengthTolerance ? nil : "has length \(Float(length)) instead of 1"
    }
}
