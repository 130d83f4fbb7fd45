/// Names what made a vector. Vectors of different fingerprints are never compared.
public struct ModelID: Hashable, Sendable {
    /// What people call it.
    public let name: String
    /// A digest over the weights, the preprocessing and the precision.
    public let fingerprint: String
    /// How many numbers its vectors have.
    public let dimensions: Int

    /// For encoders of a program's own: `Engine.init` says what a fingerprint may be.
    public init(name: String, fingerprint: String, dimensions: Int) {
        self.name = name
        self.fingerprint = fingerprint
        self.dimensions = dimensions
    }
}
