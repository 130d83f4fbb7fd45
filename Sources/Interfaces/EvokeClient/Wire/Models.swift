/// The models there are, and the one in use.
public struct ModelsAnswer: Codable, Hashable, Sendable {
    /// The model that the library is searched with.
    public struct InUse: Codable, Hashable, Sendable {
        /// What people call it, and what its vectors are marked with: only vectors of one fingerprint can be compared.
        public let name, fingerprint: String
        /// How many numbers its vectors have.
        public let dimensions: Int
        /// How exactly it computes: `full`, `bf16` or `f32`.
        public let precision: String
        /// Whether photos can be sorted without naming labels.
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

    /// Times in milliseconds; nil for what was not needed yet.
    public struct LoadMilliseconds: Codable, Hashable, Sendable {
        /// Finding it, and which precision is safe.
        public let model: Double
        /// The two sides, and the tokenizer, which is part of the text side.
        public let text, tokenizer, image: Double?
        /// How long something was being loaded; less than the sum where both sides load at once.
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

    /// The model that the library is searched with; nil where no library is open.
    public let inUse: InUse?
    /// The models on the shelf, with those that cannot be read.
    public let models: [ModelJSON]

    package init(inUse: InUse? = nil, models: [ModelJSON]) {
        self.inUse = inUse
        self.models = models
    }
}

/// A model on the shelf: a pair for photos and texts, or a graph by itself, which has fewer of these.
public struct ModelJSON: Codable, Hashable, Sendable {
    /// How the image side wants its pictures.
    public struct Image: Codable, Hashable, Sendable {
        /// In pixels.
        public let width, height: Int
        /// `shortest`, `squash` or `pad`, and `bilinear` or `bicubic`.
        public let fit, kernel: String
        /// For each of red, green and blue, on the scale 0 to 1: a value v becomes (v − mean) / std.
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

    /// How much of a text the text side takes.
    public struct Text: Codable, Hashable, Sendable {
        /// How many tokens it takes at most.
        public let tokens: Int
        /// Whether it takes that many and no fewer, so that shorter texts are filled up.
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
        /// What cosines are multiplied by.
        public let scale: Float
        /// What is added then, of a sigmoid.
        public let bias: Float?

        package init(kind: String, scale: Float, bias: Float? = nil) {
            self.kind = kind
            self.scale = scale
            self.bias = bias
        }
    }

    /// What it is called on the shelf, and where it lies on the server's machine.
    public let name, folder: String
    /// `pair`, `recognizer` for a graph that tells faces apart, or `graph` for any other by itself.
    public let kind: String
    /// As its files say. From here on all is nil for a model that cannot be read, but ``ModelJSON/error``.
    public let layout, variant, summary, licence: String?
    /// How many numbers its vectors have.
    public let dimensions: Int?
    /// All its files together.
    public let bytes: Int64?
    /// How its image side wants its pictures.
    public let image: Image?
    /// How much of a text its text side takes.
    public let text: Text?
    /// How cosines become the scores of labels.
    public let scoring: Scoring?
    /// Whether the scoring is as somebody set it.
    public let scoringIsSet: Bool?
    /// Whether photos can be sorted without naming labels.
    public let hasLabels: Bool?
    /// How many classes a graph has names for.
    public let classes: Int?
    /// What a graph takes, and what it gives.
    public let inputs, outputs: [GraphPortAnswer]?
    /// Paths in its folder.
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
