/// Identifies the model that made a vector. Vectors of different fingerprints are never compared.
public struct ModelID: Hashable, Sendable {
    /// The name for people.
    public let name: String
    /// A digest of the weights, the preprocessing and the precision.
    public let fingerprint: String
    /// The length of its vectors.
    public let dimensions: Int

    /// For a program's own encoders: `Engine.init` says what a fingerprint may be.
    public init(name: String, fingerprint: String, dimensions: Int) {
        self.name = name
        self.fingerprint = fingerprint
        self.dimensions = dimensions
    }
}
