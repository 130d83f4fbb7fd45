/// A unit vector in a model's space. It cannot hold a zero or a NaN, so a failure can never pass for a photo.
public struct Embedding: Hashable, Sendable {
    public let values: [Float]

    /// Scales `values` to unit length; nil when they have none.
    public init?(normalizing values: [Float]) {
        let length = values.reduce(Double(0)) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 1e-12 else { return nil }
        self.values = values.map { Float(Double($0) / length) }
    }

    public var dimensions: Int { values.count }
}

extension Embedding {
    /// The cosine between two vectors of one model.
    public func dot(_ other: Embedding) -> Float {
        zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
