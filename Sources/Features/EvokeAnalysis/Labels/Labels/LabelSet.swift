public import EvokeValues

/// The labels to sort photos by, and the sentences that stand for them.
public struct LabelSet: Sendable, Hashable {
    /// The most labels that photos can be sorted by at once.
    public static let maximumCount = 100_000
    /// The most default labels of a model or library.
    public static let mostDefaults = 1_000
    /// The longest default label, in Unicode scalars.
    public static let longestDefault = 200

    /// Trimmed, in the given order.
    public let labels: [String]
    /// Each has a `{}` in place of the label. A label's vector is the mean over all templates.
    public let templates: [String]
    /// Whether "none of these" is a possible answer.
    public let includesNone: Bool

    /// Trims labels, and throws if one is empty or given twice.
    public init(_ labels: [String], templates: [String] = [], includesNone: Bool = false) throws(EvokeError) {
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
    public static func defaults(_ labels: [String]) throws(EvokeError) -> [String] {
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
    public func prompts(for label: String) -> [String] {
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
