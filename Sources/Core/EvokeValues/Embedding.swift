/// A unit vector in a model's space. It is never zero or NaN, so a failure cannot pass for a photo.
public struct Embedding: Hashable, Sendable {
    /// The sum of their squares is 1.
    public let values: [Float]
    /// The `ModelID.fingerprint` of the model that made it. Only vectors with the same fingerprint can be compared.
    public let fingerprint: String

    /// Scales `values`, made by the model with that fingerprint, to unit length; nil if they have no direction.
    public init?(normalizing values: [Float], fingerprint: String) {
        let length = values.reduce(Double(0)) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 1e-12 else { return nil }
        self.values = values.map { Float(Double($0) / length) }
        self.fingerprint = fingerprint
    }

    /// Accepts numbers stored elsewhere as a vector of `model`; only the caller can know that they are.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` if their count differs from the model's dimensions, or if they have
    /// no direction.
    public static func received(_ values: [Float], asOf model: ModelID) throws(EvokeError) -> Embedding {
        func refused(_ reason: String) -> EvokeError {
            EvokeError(
                .wrongUsage, doing: "use a vector with", subject: model.name, reason: reason,
                remedy: "Compute it again with that model.")
        }
        guard values.count == model.dimensions else {
            throw refused("it has \(values.count) numbers, but the model's vectors have \(model.dimensions)")
        }
        guard let embedding = Embedding(normalizing: values, fingerprint: model.fingerprint) else {
            throw refused("it is zero, or has values that are not numbers")
        }
        return embedding
    }

    /// The same as its model's ``ModelID/dimensions``.
    public var dimensions: Int { values.count }

    /// The cosine between two vectors, from -1 to 1.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for vectors of different fingerprints or dimensions, whose cosine
    /// means nothing.
    public func cosine(to other: Embedding) throws(EvokeError) -> Float {
        try check(other.fingerprint, other.dimensions)
        return dot(other)
    }

    /// The direction of a weighted sum of vectors; nil if there are none, or if they cancel out.
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

    /// The cosine; the caller must know that the two can be compared.
    package func dot(_ other: Embedding) -> Float {
        zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// Throws unless the vector has that fingerprint and that many dimensions.
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
            remedy: "Compute both with the same model and precision.")
    }
}

extension Embedding: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = try container.decode([Float].self, forKey: .values)
        fingerprint = try container.decode(String.self, forKey: .fingerprint)
        let unit = Embedding(normalizing: values, fingerprint: fingerprint)
        guard let length = unit?.dot(self), abs(length - 1) <= Float(Self.lengthTolerance) else {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: "It is not a unit vector.")
        }
    }
}

extension ModelID {
    /// Throws unless all of them can be compared with this model's vectors; checked once per search.
    package func check(_ vectors: [Embedding]) throws(EvokeError) {
        for vector in vectors { try vector.check(fingerprint, dimensions) }
    }
}

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

/// Reports that a search index is being built.
public struct SearchIndexBuild: Sendable, Hashable {
    /// Why the existing one is unusable, as a sentence without its final period; nil if there is none.
    package let reason: String?
    /// How many photos are in it so far.
    public let photos: Int
    /// Whether this is the last report.
    public let isDone: Bool
    /// Why it cannot be written, reported once. Searches go on without it.
    package let setback: EvokeError?

    package init(reason: String?, photos: Int, isDone: Bool = false, setback: EvokeError? = nil) {
        self.reason = reason
        self.photos = photos
        self.isDone = isDone
        self.setback = setback
    }
}
