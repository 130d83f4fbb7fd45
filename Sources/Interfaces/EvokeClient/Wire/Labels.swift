package import EvokeValues

/// A vector to sort by labels.
package struct ClassifyRequest: Codable, Hashable, Sendable {
    /// Whatever fits a double is a number, however small.
    package let embedding: [Double]
    /// What made it, as `EmbeddingAnswer` says; another model's is refused.
    package let fingerprint: String?
    package let topK: Int?
    package let labels: [String]?

    package init(embedding: [Double], fingerprint: String? = nil, topK: Int? = nil, labels: [String]? = nil) {
        self.embedding = embedding
        self.fingerprint = fingerprint
        self.topK = topK
        self.labels = labels
    }
}

/// Of a vector: to the letter what phone clients read.
public struct LabelsAnswer: Codable, Hashable, Sendable {
    /// A label, and how well it fits the vector.
    public struct Result: Codable, Hashable, Sendable {
        /// As it was given, or was set for the library or the model.
        public let label: String
        /// From 0 to 1; the scores of all labels add up to 1 where the model's scoring is `softmax`.
        public let score: Float

        package init(label: String, score: Float) {
            self.label = label
            self.score = score
        }
    }

    /// The best first, no more than were asked for.
    public let results: [Result]

    package init(results: [Result]) {
        self.results = results
    }
}

/// Of a picture, or of a photo's file.
public struct PictureLabelsAnswer: Codable, Hashable, Sendable {
    /// A label or "none of these", and how well it fits the picture.
    public struct Result: Codable, Hashable, Sendable {
        /// Nil for "none of these".
        public let label: String?
        /// From 0 to 1; the scores of all labels add up to 1 where the model's scoring is `softmax`.
        public let score: Float
        /// Between the picture and the label.
        public let cosine: Float

        package init(label: String? = nil, score: Float, cosine: Float) {
            self.label = label
            self.score = score
            self.cosine = cosine
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            // Null where it is nil.
            try container.encode(label, forKey: .label)
            try container.encode(score, forKey: .score)
            try container.encode(cosine, forKey: .cosine)
        }
    }

    /// How long a part of the work took.
    public struct Timing: Codable, Hashable, Sendable {
        /// `picture` or `labels`, as servers tell it; `evoke photo classify` has other parts, too.
        public let part: String
        /// Milliseconds.
        public let ms: Double

        package init(part: String, ms: Double) {
            self.part = part
            self.ms = ms
        }
    }

    /// The file; a picture that was sent has none.
    public let input, inputBase64: String?
    /// The best first, no more than were asked for.
    public let results: [Result]
    /// The name of the model that compared them.
    public let model: String
    /// Whether any label fits better than "none of these"; true where that was not asked.
    public let fits: Bool
    /// Nil where nobody asked for them; servers always tell them.
    public let timings: [Timing]?

    package init(
        input: FilePath? = nil, results: [Result], model: String, fits: Bool, timings: [Timing]? = nil
    ) {
        self.input = input.map(JSONText.path)
        inputBase64 = input.flatMap(JSONText.base64)
        self.results = results
        self.model = model
        self.fits = fits
        self.timings = timings
    }
}

/// A text to make a vector of.
package struct EmbedRequest: Codable, Hashable, Sendable {
    package let text: String

    package init(text: String) {
        self.text = text
    }
}

/// A vector of the model, of unit length.
public struct EmbeddingAnswer: Codable, Hashable, Sendable {
    /// The text or the file, where several were asked for.
    public let input, inputBase64: String?
    /// The name of the model that made it.
    public let model: String
    /// Only vectors of one fingerprint can be compared.
    public let fingerprint: String
    /// How many numbers it has.
    public let dim: Int
    /// The vector itself.
    public let embedding: [Float]

    package init(input: FilePath? = nil, model: String, embedding: Embedding) {
        self.input = input.map(JSONText.path)
        inputBase64 = input.flatMap(JSONText.base64)
        self.model = model
        fingerprint = embedding.fingerprint
        dim = embedding.dimensions
        self.embedding = embedding.values
    }
}
