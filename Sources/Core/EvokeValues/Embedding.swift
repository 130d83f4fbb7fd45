/// A unit vector in a model's space. It cannot hold a zero or a NaN, so a failure can never pass for a photo.
public struct Embedding: Hashable, Sendable {
    /// The vector's numbers; the sum of their squares is 1.
    public let values: [Float]
    /// The `ModelID.fingerprint` of what made it. Only vectors of one fingerprint can be compared.
    public let fingerprint: String

    /// Scales `values`, which the model of that fingerprint made, to unit length; nil when they have none.
    public init?(normalizing values: [Float], fingerprint: String) {
        let length = values.reduce(Double(0)) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 1e-12 else { return nil }
        self.values = values.map { Float(Double($0) / length) }
        self.fingerprint = fingerprint
    }

    /// Takes numbers that were kept elsewhere for a vector of `model`, which nobody but the caller can know.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` where they are not as many as the model's vectors have, or have no
    /// direction.
    public static func received(_ values: [Float], asOf model: ModelID) throws(EvokeError) -> Embedding {
        func refused(_ reason: String) -> EvokeError {
            EvokeError(
                .wrongUsage, doing: "take a vector as one of", subject: model.name, reason: reason,
                remedy: "Make it anew with that model.")
        }
        guard values.count == model.dimensions else {
            throw refused("it has \(values.count) numbers where the model's have \(model.dimensions)")
        }
        guard let embedding = Embedding(normalizing: values, fingerprint: model.fingerprint) else {
            throw refused("it is zero or not made of numbers")
        }
        return embedding
    }

    /// How many numbers it has: as many as its model's ``ModelID/dimensions``.
    public var dimensions: Int { values.count }
}

extension Embedding {
    /// The cosine between two vectors, from -1 to 1.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for vectors of different fingerprints or widths: between those it
    /// would be a number that means nothing.
    public func cosine(to other: Embedding) throws(EvokeError) -> Float {
        try check(other.fingerprint, other.dimensions)
        return dot(other)
    }

    /// The direction of a sum of vectors by their weights; nil when there are none, or when they take each other away.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for vectors that cannot be compared.
    public static func sum(_ parts: [(vector: Embedding, weight: Float)]) throws(EvokeError) -> Embedding? {
        guard let first = parts.first?.vector else { return nil }
        var sum = [Float](repeating: 0, count: first.dimensions)
        for (vector, weight) in parts {
            try vector.check(first.fingerprint, first.dimensions)
            for place in sum.indices { sum[place] += weight * vector.values[place] }
        }
        return Embedding(normalizing: sum, fingerprint: first.fingerprint)
    }

    /// The cosine, for whoever has made sure that the two can be compared.
    package func dot(_ other: Embedding) -> Float {
        zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// Whether it is one of a model with that fingerprint and so many dimensions.
    package func check(_ fingerprint: String, _ dimensions: Int) throws(EvokeError) {
        guard self.fingerprint == fingerprint else {
            throw Self.incomparable("they were made by different models, '\(self.fingerprint)' and '\(fingerprint)'")
        }
        guard self.dimensions == dimensions else {
            throw Self.incomparable("one has \(self.dimensions) numbers, the other \(dimensions)")
        }
    }

    private static func incomparable(_ reason: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "compare vectors", subject: "", reason: reason,
            remedy: "Make both with the same model, in the same precision.")
    }
}

extension ModelID {
    /// Whether all of them can be compared with vectors of this model; looked at once for a whole search.
    package func check(_ vectors: [Embedding]) throws(EvokeError) {
        for vector in vectors { try vector.check(fingerprint, dimensions) }
    }
}
