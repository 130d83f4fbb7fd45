package import EvokeValues

/// A vector to sort by labels.
package struct ClassifyQuestion: Codable, Hashable, Sendable {
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
    public struct Result: Codable, Hashable, Sendable {
        public let label: String
        public let score: Float

        package init(label: String, score: Float) {
            self.label = label
            self.score = score
        }
    }

    public let results: [Result]

    package init(results: [Result]) {
        self.results = results
    }
}

/// Of a picture, or of a photo's file.
public struct PictureLabelsAnswer: Codable, Hashable, Sendable {
    public struct Result: Codable, Hashable, Sendable {
        /// Nil for "none of these".
        public let label: String?
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

    public struct Timing: Codable, Hashable, Sendable {
        public let part: String
        public let ms: Double

        package init(part: String, ms: Double) {
            self.part = part
            self.ms = ms
        }
    }

    /// The file; a picture that was sent has none.
    public let input, inputBase64: String?
    public let results: [Result]
    public let model: String
    /// Whether any label fits better than "none of these"; true where that was not asked.
    public let fits: Bool
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

package struct EmbedQuestion: Codable, Hashable, Sendable {
    package let text: String

    package init(text: String) {
        self.text = text
    }
}

/// A vector of the model, of unit length.
public struct EmbeddingAnswer: Codable, Hashable, Sendable {
    /// The text or the file, where several were asked for.
    public let input, inputBase64: String?
    public let model: String
    /// Only vectors of one fingerprint can be compared.
    public let fingerprint: String
    public let dim: Int
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
