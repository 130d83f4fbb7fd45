/// The installed models, and the one in use.
public struct ModelsAnswer: Codable, Hashable, Sendable {
    /// The search model of the library.
    public struct InUse: Codable, Hashable, Sendable {
        /// Its name, and the fingerprint of its vectors: only vectors of one fingerprint can be compared.
        public let name, fingerprint: String
        /// The length of its vectors.
        public let dimensions: Int
        /// Its precision: `full`, `bf16` or `f32`.
        public let precision: String
        /// Whether photos can be classified without giving labels.
        public let hasLabels: Bool
        /// How long its parts took to load.
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

    /// Times in milliseconds; nil for parts not needed so far.
    public struct LoadMilliseconds: Codable, Hashable, Sendable {
        /// Finding it, and choosing a safe precision.
        public let model: Double
        /// The encoders, and the tokenizer, which is part of the text encoder.
        public let text, tokenizer, image: Double?
        /// The time in which anything was being loaded; less than the sum if both encoders load at once.
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

    /// The search model of the library; nil if no library is open.
    public let inUse: InUse?
    /// The installed models, including unreadable ones.
    public let models: [ModelJSON]

    package init(inUse: InUse? = nil, models: [ModelJSON]) {
        self.inUse = inUse
        self.models = models
    }
}

/// An installed model: a pair for photos and texts, or a single graph, which has fewer of these.
public struct ModelJSON: Codable, Hashable, Sendable {
    /// The input of the image encoder.
    public struct Image: Codable, Hashable, Sendable {
        /// In pixels.
        public let width, height: Int
        /// `shortest`, `squash` or `pad`, and `bilinear` or `bicubic`.
        public let fit, kernel: String
        /// For red, green and blue, on the scale 0 to 1: a value v becomes (v − mean) / std.
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

    /// The input of the text encoder.
    public struct Text: Codable, Hashable, Sendable {
        /// The most tokens it takes.
        public let tokens: Int
        /// Whether it takes exactly that many, so that shorter texts are padded.
        public let isFixed: Bool

        package init(tokens: Int, isFixed: Bool) {
            self.tokens = tokens
            self.isFixed = isFixed
        }
    }

    /// How cosines become the scores of labels.
    public struct Scoring: Codable, Hashable, Sendable {
        /// `softmax` or `sigmoid`.
        public let kind: String
        /// The factor for cosines.
        public let scale: Float
        /// Added afterwards; only for `sigmoid`.
        public let bias: Float?

        package init(kind: String, scale: Float, bias: Float? = nil) {
            self.kind = kind
            self.scale = scale
            self.bias = bias
        }
    }

    /// Its name in the model store, and its folder on the server's machine.
    public let name, folder: String
    /// `pair`, `recognizer` for a graph that tells faces apart, or `graph` for any other single graph.
    public let kind: String
    /// From its files. This and everything below, except for ``ModelJSON/error``, is nil for a model that cannot be
    /// read.
    public let layout, variant, summary, licence: String?
    /// The length of its vectors.
    public let dimensions: Int?
    /// The total size of its files.
    public let bytes: Int64?
    /// The input of its image encoder.
    public let image: Image?
    /// The input of its text encoder.
    public let text: Text?
    /// How cosines become the scores of labels.
    public let scoring: Scoring?
    /// Whether the user has set the scoring.
    public let scoringIsSet: Bool?
    /// Whether photos can be classified without giving labels.
    public let hasLabels: Bool?
    /// How many classes of a graph have names.
    public let classes: Int?
    /// The inputs and outputs of a graph.
    public let inputs, outputs: [GraphPortAnswer]?
    /// Paths relative to its folder.
    public let files: [String]?
    /// Whether its files are encrypted on disk.
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
