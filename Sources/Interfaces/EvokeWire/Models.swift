/// The models there are, and the one in use.
public struct ModelsAnswer: Codable, Hashable, Sendable {
    public struct InUse: Codable, Hashable, Sendable {
        public let name, fingerprint: String
        public let dimensions: Int
        public let precision: String
        public let hasLabels: Bool
        public let loadMs: LoadMilliseconds

        package init(
            name: String, fingerprint: String, dimensions: Int, precision: String, hasLabels: Bool,
            loadMs: LoadMilliseconds
        ) {
            self.name = name
            self.fingerprint = fingerprint
            self.dimensions = dimensions
            self.precision = precision
            self.hasLabels = hasLabels
            self.loadMs = loadMs
        }
    }

    public struct LoadMilliseconds: Codable, Hashable, Sendable {
        public let model: Double
        public let text, tokenizer, image: Double?
        public let total: Double

        package init(model: Double, text: Double? = nil, tokenizer: Double? = nil, image: Double? = nil, total: Double)
        {
            self.model = model
            self.text = text
            self.tokenizer = tokenizer
            self.image = image
            self.total = total
        }
    }

    /// Nil where none is open.
    public let inUse: InUse?
    public let models: [ModelJSON]

    package init(inUse: InUse? = nil, models: [ModelJSON]) {
        self.inUse = inUse
        self.models = models
    }
}

/// A model on the shelf: a pair for photos and texts, or a graph by itself, which has fewer of these.
public struct ModelJSON: Codable, Hashable, Sendable {
    public struct Image: Codable, Hashable, Sendable {
        public let width, height: Int
        public let fit, kernel: String
        public let mean, std: [Float]

        package init(width: Int, height: Int, fit: String, kernel: String, mean: [Float], std: [Float]) {
            self.width = width
            self.height = height
            self.fit = fit
            self.kernel = kernel
            self.mean = mean
            self.std = std
        }
    }

    public struct Text: Codable, Hashable, Sendable {
        public let tokens: Int
        public let isFixed: Bool

        package init(tokens: Int, isFixed: Bool) {
            self.tokens = tokens
            self.isFixed = isFixed
        }
    }

    public struct Scoring: Codable, Hashable, Sendable {
        public let kind: String
        public let scale: Float
        public let bias: Float?

        package init(kind: String, scale: Float, bias: Float? = nil) {
            self.kind = kind
            self.scale = scale
            self.bias = bias
        }
    }

    public let name, folder: String
    /// `pair` or `graph`.
    public let kind: String
    public let layout, variant, summary, licence: String?
    public let dimensions: Int?
    public let bytes: Int64?
    public let image: Image?
    public let text: Text?
    public let scoring: Scoring?
    /// Whether the scoring is as somebody set it.
    public let scoringIsSet: Bool?
    /// Whether photos can be sorted without naming labels.
    public let hasLabels: Bool?
    /// How many classes a graph has names for.
    public let classes: Int?
    public let inputs, outputs: [GraphPortAnswer]?
    public let files: [String]?
    /// Whether its files are encrypted where they lie.
    public let encrypted: Bool?
    /// Why it cannot be read.
    public let error: ProblemAnswer?

    package init(
        name: String, folder: String, kind: String, layout: String? = nil, variant: String? = nil,
        summary: String? = nil,
        licence: String? = nil, dimensions: Int? = nil, bytes: Int64? = nil, image: Image? = nil, text: Text? = nil,
        scoring: Scoring? = nil, scoringIsSet: Bool? = nil, hasLabels: Bool? = nil, classes: Int? = nil,
        inputs: [GraphPortAnswer]? = nil, outputs: [GraphPortAnswer]? = nil, files: [String]? = nil,
        encrypted: Bool? = nil, error: ProblemAnswer? = nil
    ) {
        self.name = name
        self.folder = folder
        self.kind = kind
        self.layout = layout
        self.variant = variant
        self.summary = summary
        self.licence = licence
        self.dimensions = dimensions
        self.bytes = bytes
        self.image = image
        self.text = text
        self.scoring = scoring
        self.scoringIsSet = scoringIsSet
        self.hasLabels = hasLabels
        self.classes = classes
        self.inputs = inputs
        self.outputs = outputs
        self.files = files
        self.encrypted = encrypted
        self.error = error
    }
}
