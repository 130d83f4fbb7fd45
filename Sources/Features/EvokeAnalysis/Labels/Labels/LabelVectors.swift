package import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Labels encoded by a model, ready to score photos with.
public struct LabelVectors: Sendable {
    /// Words that fit any photo: a label must fit better than all of these.
    static let backgroundWords = [
        "something", "anything", "a thing", "an object", "a scene", "a place", "a picture", "an image", "a photo",
        "nothing in particular", "miscellaneous", "background",
    ]

    /// The labels; ``LabelVectors/vectors`` begin in their order.
    package let set: LabelSet
    /// How cosines are converted to scores.
    package let scoring: LabelScoring
    /// One for each label, followed by those of the neutral words if "none of these" is a possible answer.
    package let vectors: [Embedding]

    /// Throws `EvokeError` of the kind `wrongUsage` if their number is not `count(for:)`, or they come from different
    /// models.
    package init(_ set: LabelSet, scoring: LabelScoring, vectors: [Embedding]) throws(EvokeError) {
        guard vectors.count == Self.count(for: set) else {
            throw EvokeError(
                .wrongUsage, doing: "sort by labels", subject: "",
                reason: "there are \(vectors.count) vectors, but \(Self.count(for: set)) are needed",
                remedy: "Provide one for each label.")
        }
        for vector in vectors { try vector.check(vectors[0].fingerprint, vectors[0].dimensions) }
        self.set = set
        self.scoring = scoring
        self.vectors = vectors
    }

    /// The number of vectors for those labels: one for each, and twelve more if "none of these" is a possible answer.
    package static func count(for set: LabelSet) -> Int {
        set.labels.count + (set.includesNone ? backgroundWords.count : 0)
    }

    /// Makes the vectors with a model's text encoder. ``Engine/labels(_:templates:includingNone:scale:areKept:)`` does
    /// this and caches them.
    ///
    /// Throws `EvokeError`: `wrongUsage` for a label that is longer than the model accepts, `inference` for templates
    /// that cancel each other out, and whatever the encoder throws.
    package static func make(
        _ set: LabelSet, scoring: LabelScoring, encoder: any TextEncoding
    ) async throws -> LabelVectors {
        let words = set.labels + (set.includesNone ? backgroundWords : [])
        var vectors: [Embedding] = []
        while vectors.count < words.count {
            let next = words[vectors.count...].prefix(togetherAtMost)
            vectors += try await InTasks.map(Array(next)) { try await vector(of: $0, in: set, encoder) }
            WorkProgress.current?.record()
        }
        return try LabelVectors(set, scoring: scoring, vectors: vectors)
    }

    /// The encoder batches texts that wait together, which is several times faster.
    private static let togetherAtMost = 32

    /// The unweighted mean over the templates.
    private static func vector(
        of label: String, in set: LabelSet, _ encoder: any TextEncoding
    ) async throws -> Embedding {
        var vectors: [(vector: Embedding, weight: Float)] = []
        for prompt in set.prompts(for: label) {
            guard try await encoder.takesAll(of: prompt) else {
                throw EvokeError(
                    .wrongUsage, doing: "use the label", subject: label,
                    reason: "it is too long for the model and would be truncated", remedy: "Make it shorter.")
            }
            vectors.append((try await encoder.encode(prompt), 1))
        }
        guard let mean = try Embedding.sum(vectors) else {
            throw EvokeError(
                .inference, doing: "use the label", subject: label, reason: "its templates cancel each other out",
                remedy: "Use other templates.")
        }
        return mean
    }

    /// Each label with its score, best first.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a photo encoded by another model.
    public func classify(_ photo: Embedding) throws(EvokeError) -> Classification {
        try photo.check(vectors[0].fingerprint, vectors[0].dimensions)
        var candidates = zip(set.labels, vectors).map { (label: Optional($0), cosine: $1.dot(photo)) }
        if set.includesNone, let level = vectors.dropFirst(set.labels.count).map({ $0.dot(photo) }).max() {
            candidates.append((nil, level))
        }
        let scores = scoring.scores(of: candidates.map(\.cosine))
        let all = zip(candidates, scores).map {
            Classification.Score(label: $0.label, score: $1, cosine: $0.cosine)
        }
        return Classification(scores: all.sorted { $0.cosine > $1.cosine })
    }
}

/// The result of classifying a photo, best label first.
public struct Classification: Sendable, Hashable {
    /// The result for one label.
    public struct Score: Sendable, Hashable {
        /// Nil for "none of these".
        public let label: String?
        /// From 0 to 1: depending on the scoring, a share of the total over all labels, or an independent probability.
        public let score: Float
        /// The cosine between photo and label, from -1 to 1; for "none of these", that of the best neutral word.
        public let cosine: Float
    }

    /// All labels, and "none of these" if it is a possible answer. Never empty.
    public let scores: [Score]

    /// False if "none of these" is the best answer.
    public var fits: Bool { scores.first?.label != nil }
}

extension LabelScoring {
    /// The same kind of scoring with another scale.
    package func scaled(to scale: Float?) -> LabelScoring {
        guard let scale else { return self }
        switch self {
        case .softmax: return .softmax(scale: scale)
        case .sigmoid(_, let bias): return .sigmoid(scale: scale, bias: bias)
        }
    }

    /// Validated, because with an invalid scale all labels would score the same.
    package init(kind: String, scale: Float?, bias: Float?) throws(EvokeError) {
        func complain(_ reason: String) -> EvokeError {
            EvokeError(
                .wrongUsage, doing: "set the scoring", subject: kind, reason: reason,
                remedies: [.chooseOption(.scoring)])
        }
        guard let scale, scale.isFinite, scale > 0 else { throw complain("its scale must be a number above 0") }
        switch kind {
        case "softmax":
            guard bias == nil else { throw complain("it does not take a bias") }
            self = .softmax(scale: scale)
        case "sigmoid":
            guard let bias, bias.isFinite else { throw complain("its bias must be a number") }
            self = .sigmoid(scale: scale, bias: bias)
        default: throw complain("there is no such scoring")
        }
    }

    func scores(of cosines: [Float]) -> [Float] {
        switch self {
        case .sigmoid(let scale, let bias):
            return cosines.map { 1 / (1 + Mathematics.exp(-(scale * $0 + bias))) }
        case .softmax(let scale):
            let highest = cosines.max() ?? 0
            let powers = cosines.map { Mathematics.exp(scale * ($0 - highest)) }
            let sum = powers.reduce(0, +)
            return powers.map { $0 / sum }
        }
    }
}

/// The labels to sort photos by, and the sentences that stand for them.
package struct LabelSet: Sendable, Hashable {
    /// The most labels that photos can be sorted by at once.
    package static let maximumCount = 100_000
    /// The most default labels of a model or library.
    package static let mostDefaults = 1_000
    /// The longest default label, in Unicode scalars.
    package static let longestDefault = 200

    /// Trimmed, in the given order.
    package let labels: [String]
    /// Each has a `{}` in place of the label. A label's vector is the mean over all templates.
    package let templates: [String]
    /// Whether "none of these" is a possible answer.
    package let includesNone: Bool

    /// Trims labels, and throws if one is empty or given twice.
    package init(_ labels: [String], templates: [String] = [], includesNone: Bool = false) throws(EvokeError) {
        func complain(_ subject: String, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(.wrongUsage, doing: "use the label", subject: subject, reason: reason, remedy: remedy)
        }
        self.labels = labels.map(Self.trimmed)
        self.templates = templates.isEmpty ? ["{}"] : templates
        self.includesNone = includesNone
        guard !labels.isEmpty else {
            throw EvokeError(
                .wrongUsage, doing: "sort by labels", subject: "", reason: "there are none",
                remedy: "Give some, such as \"dog, cat, neither\".")
        }
        guard labels.count <= Self.maximumCount else {
            throw EvokeError(
                .wrongUsage, doing: "sort by labels", subject: "",
                reason: "there are \(labels.count), more than \(Self.maximumCount)", remedy: "Use fewer.")
        }
        var places: [String: Int] = [:]
        for (place, label) in self.labels.enumerated() {
            guard !label.isEmpty else {
                throw complain("", "label \(place + 1) is empty", "Remove or complete it.")
            }
            if let first = places.updateValue(place, forKey: label) {
                throw complain(label, "it is both label \(first + 1) and label \(place + 1)", "Remove one of them.")
            }
        }
        for template in self.templates where !template.contains("{}") {
            throw EvokeError(
                .wrongUsage, doing: "use the template", subject: template, reason: "it has no {} for the label",
                remedy: "Write it like \"a photo of a {}\".")
        }
    }

    /// Trims and checks default labels for a model or library.
    package static func defaults(_ labels: [String]) throws(EvokeError) -> [String] {
        let set = try LabelSet(labels)
        guard set.labels.count <= mostDefaults else {
            throw EvokeError(
                .wrongUsage, doing: "set labels", subject: "",
                reason: "there are \(set.labels.count), more than \(mostDefaults)", remedy: "Use fewer.")
        }
        for label in set.labels where label.unicodeScalars.count > longestDefault {
            throw EvokeError(
                .wrongUsage, doing: "set the label", subject: label,
                reason: "it is longer than \(longestDefault) characters", remedy: "Make it shorter.")
        }
        return set.labels
    }

    /// The sentences for a label: each template, with every `{}` replaced by the label.
    package func prompts(for label: String) -> [String] {
        templates.map { template in
            template.split(separator: "{}", omittingEmptySubsequences: false).joined(separator: label)
        }
    }

    private static func trimmed(_ label: String) -> String {
        let scalars = label.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
