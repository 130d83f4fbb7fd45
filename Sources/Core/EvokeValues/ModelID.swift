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

/// The model that a user chose.
public struct ModelChoice: Hashable, Sendable {
    /// The name of an installed model, or the path of a folder.
    public var nameOrPath: String
    /// Which of the published precisions; nil for the best one installed.
    public var variant: String?
    /// The precision to compute with; nil for the fastest that is safe.
    public var precision: Precision?

    /// Anything with a slash is the path of a folder; otherwise it is a name.
    public init(_ nameOrPath: String, variant: String? = nil, precision: Precision? = nil) {
        self.nameOrPath = nameOrPath
        self.variant = variant
        self.precision = precision
    }
}

/// How precisely a model computes.
public enum Precision: String, Sendable, Hashable, CaseIterable {
    /// 32-bit floats, with photos decoded in full.
    case full
    /// bfloat16, with the range of 32-bit floats; photos are decoded at reduced size if their format allows it.
    case bfloat16 = "bf16"
    /// 32-bit floats, with photos decoded at reduced size.
    case float32 = "f32"
}

/// How a family of models turns cosines between a photo and labels into scores.
public enum LabelScoring: Hashable, Sendable {
    /// The scores of all labels add up to 1.
    case softmax(scale: Float)
    /// Each label has its own probability.
    case sigmoid(scale: Float, bias: Float)
}

/// As in manifests: `{"kind": "softmax", "scale": 100}`.
extension LabelScoring: Codable {
    private enum Kind: String, Codable { case softmax, sigmoid }
    private enum CodingKeys: String, CodingKey { case kind, scale, bias }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let scale = try container.decode(Float.self, forKey: .scale)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .softmax: self = .softmax(scale: scale)
        case .sigmoid: self = .sigmoid(scale: scale, bias: try container.decode(Float.self, forKey: .bias))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .softmax(let scale):
            try container.encode(Kind.softmax, forKey: .kind)
            try container.encode(scale, forKey: .scale)
        case .sigmoid(let scale, let bias):
            try container.encode(Kind.sigmoid, forKey: .kind)
            try container.encode(scale, forKey: .scale)
            try container.encode(bias, forKey: .bias)
        }
    }
}

/// The default labels and scoring that were set for a model or for a library.
public struct LabelDefaults: Codable, Hashable, Sendable {
    /// Nil if not set.
    public var labels: [String]?
    /// Nil if not set; the model's own scoring applies.
    public var scoring: LabelScoring?

    /// Nil means not set.
    public init(labels: [String]? = nil, scoring: LabelScoring? = nil) {
        (self.labels, self.scoring) = (labels, scoring)
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { labels == nil && scoring == nil }

    /// These values, with the others as fallback.
    package func over(_ others: LabelDefaults) -> LabelDefaults {
        LabelDefaults(labels: labels ?? others.labels, scoring: scoring ?? others.scoring)
    }
}
