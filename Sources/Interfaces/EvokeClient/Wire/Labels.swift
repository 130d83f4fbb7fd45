package import EvokeValues

/// A vector to classify by labels.
package struct ClassifyRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "embedding": .list(of: .number, 1...Limits.embeddingWidth), "top_k": .integer(1...Limits.labels),
        "labels": .list(of: .text(most: Limits.labelCharacters, least: 1), 1...Limits.labels),
    ]

    /// Any number that fits a double is valid, however small.
    package let embedding: [Double]
    /// The fingerprint of its model, as in `EmbeddingAnswer`; another model's is refused.
    package let fingerprint: String?
    package let topK: Int?
    package let labels: [String]?
}

/// Of a vector. Phone clients depend on this exact format.
public struct LabelsAnswer: Codable, Hashable, Sendable {
    /// A label, and how well it fits the vector.
    public struct Result: Codable, Hashable, Sendable {
        /// As given, or as set for the library or the model.
        public let label: String
        /// From 0 to 1; with `softmax` scoring, the scores of all labels add up to 1.
        public let score: Float

        package init(label: String, score: Float) {
            self.label = label
            self.score = score
        }
    }

    /// Best first, at most as many as requested.
    public let results: [Result]

    package init(results: [Result]) { self.results = results }
}

/// Of a picture, or of a photo's file.
public struct PictureLabelsAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["results.label": .either([.words, .null])]
    package static let always = ["results.label"]
    package static let never = ["input", "input_base64"]

    /// A label or "none of these", and how well it fits the picture.
    public struct Result: Codable, Hashable, Sendable {
        /// Nil for "none of these".
        public let label: String?
        /// From 0 to 1; with `softmax` scoring, the scores of all labels add up to 1.
        public let score: Float
        /// Between the picture and the label.
        package let cosine: Float

        package init(label: String? = nil, score: Float, cosine: Float) {
            self.label = label
            self.score = score
            self.cosine = cosine
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            // Null if it is nil.
            try container.encode(label, forKey: .label)
            try container.encode(score, forKey: .score)
            try container.encode(cosine, forKey: .cosine)
        }
    }

    /// How long a part of the work took.
    package struct Timing: Codable, Hashable, Sendable {
        /// `picture` or `labels` from servers; `evoke photo classify` has other parts, too.
        package let part: String
        /// Milliseconds.
        package let ms: Double

        package init(part: String, ms: Double) {
            self.part = part
            self.ms = ms
        }
    }

    /// The file; nil for an uploaded picture.
    package let input, inputBase64: String?
    /// Best first, at most as many as requested.
    public let results: [Result]
    /// The name of the model.
    package let model: String
    /// Whether any label fits better than "none of these"; true if that was not requested.
    public let fits: Bool
    /// Nil if not requested; servers always include them.
    package let timings: [Timing]?

    package init(
        input: DiskPath? = nil, results: [Result], model: String, fits: Bool, timings: [Timing]? = nil
    ) {
        self.input = input.map(JSONText.path)
        inputBase64 = input.flatMap(JSONText.base64)
        self.results = results
        self.model = model
        self.fits = fits
        self.timings = timings
    }
}

/// A text to embed.
package struct EmbedRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["text": .text(most: Limits.textCharacters, least: 1)]

    package let text: String
}

/// A vector of the model, of unit length.
public struct EmbeddingAnswer: Codable, Hashable, Sendable, Described {
    package static let never = ["input", "input_base64"]

    /// The text or the file, if several were given.
    package let input, inputBase64: String?
    /// The name of the model.
    public let model: String
    /// Only vectors of one fingerprint can be compared.
    public let fingerprint: String
    /// The length of the vector.
    package let dim: Int
    /// The vector itself.
    public let embedding: [Float]

    package init(input: DiskPath? = nil, model: String, embedding: Embedding) {
        self.input = input.map(JSONText.path)
        inputBase64 = input.flatMap(JSONText.base64)
        self.model = model
        fingerprint = embedding.fingerprint
        dim = embedding.dimensions
        self.embedding = embedding.values
    }
}

/// An input or an output of a graph.
package struct GraphPortAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "type": .either([.words, .null]), "shape": .either([.list(of: .either([.count, .null])), .null]),
    ]
    package static let always = ["type", "shape"]

    /// The graph's name for it; made up if it has none.
    package let name: String
    /// Nil for an unsupported type.
    package let type: String?
    /// A free dimension is nil, and so is the whole shape if the number of dimensions is free.
    package let shape: [Int?]?
    /// For quantized numbers, which stand for scale × (number − zero point); nil for others.
    package let scale: Float?
    /// The integer that stands for 0; nil if the scale is.
    package let zeroPoint: Int?

    package init(name: String, type: String?, shape: [Int?]?, scale: Float? = nil, zeroPoint: Int? = nil) {
        self.name = name
        self.type = type
        self.shape = shape
        self.scale = scale
        self.zeroPoint = zeroPoint
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        // Null if they are nil.
        try container.encode(type, forKey: .type)
        try container.encode(shape, forKey: .shape)
        try container.encodeIfPresent(scale, forKey: .scale)
        try container.encodeIfPresent(zeroPoint, forKey: .zeroPoint)
    }
}

/// The inputs and outputs of a graph.
package struct GraphAnswer: Codable, Hashable, Sendable {
    /// The path of the graph's file.
    package let file: String
    /// In the graph's order.
    package let inputs, outputs: [GraphPortAnswer]

    package init(file: DiskPath, inputs: [GraphPortAnswer], outputs: [GraphPortAnswer]) {
        self.file = JSONText.path(file)
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// A graph's classification of a photo, likeliest class first.
package struct ClassesAnswer: Codable, Hashable, Sendable {
    /// A class, and how well it fits the photo.
    package struct Result: Codable, Hashable, Sendable {
        /// The name of the class.
        package let label: String
        /// The label's index in the list, from 0.
        package let index: Int
        /// From 0 to 1. Whether all add up to 1 or each stands for itself depends on the graph.
        package let probability: Float

        package init(label: String, index: Int, probability: Float) {
            self.label = label
            self.index = index
            self.probability = probability
        }
    }

    /// The paths of the graph's file and of the photo.
    package let graph, input: String
    /// Set only if the path is not UTF-8; `input` is then an approximation.
    package let inputBase64: String?
    /// At most as many as requested.
    package let results: [Result]

    package init(graph: DiskPath, input: DiskPath, results: [Result]) {
        self.graph = JSONText.path(graph)
        self.input = JSONText.path(input)
        inputBase64 = JSONText.base64(input)
        self.results = results
    }
}
