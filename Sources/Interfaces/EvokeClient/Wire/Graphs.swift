package import EvokeValues

/// An input or an output of a graph.
public struct GraphPortAnswer: Codable, Hashable, Sendable {
    /// The graph's own name for it; made up where it has none.
    public let name: String
    /// Nil for a type that is not computed with here.
    public let type: String?
    /// Nil for a dimension that is free, and in place of all of them where their number is.
    public let shape: [Int?]?
    /// Where whole numbers stand for others, scale × (number − zero point); nil where they stand for themselves.
    public let scale: Float?
    /// The whole number that stands for 0; nil where the scale is.
    public let zeroPoint: Int?

    package init(name: String, type: String?, shape: [Int?]?, scale: Float? = nil, zeroPoint: Int? = nil) {
        self.name = name
        self.type = type
        self.shape = shape
        self.scale = scale
        self.zeroPoint = zeroPoint
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        // Null where they are nil.
        try container.encode(type, forKey: .type)
        try container.encode(shape, forKey: .shape)
        try container.encodeIfPresent(scale, forKey: .scale)
        try container.encodeIfPresent(zeroPoint, forKey: .zeroPoint)
    }
}

/// What a graph takes and gives.
public struct GraphAnswer: Codable, Hashable, Sendable {
    /// The path of the graph's file.
    public let file: String
    /// In the order of the graph.
    public let inputs, outputs: [GraphPortAnswer]

    package init(file: FilePath, inputs: [GraphPortAnswer], outputs: [GraphPortAnswer]) {
        self.file = JSONText.path(file)
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// What a graph makes of a photo, the likeliest class first.
public struct ClassesAnswer: Codable, Hashable, Sendable {
    /// A class, and how well it fits the photo.
    public struct Result: Codable, Hashable, Sendable {
        /// The line of that class in the list of labels.
        public let label: String
        /// The label's place in the list, from 0.
        public let index: Int
        /// From 0 to 1; of one class among all, or of each by itself, as the graph has it.
        public let probability: Float

        package init(label: String, index: Int, probability: Float) {
            self.label = label
            self.index = index
            self.probability = probability
        }
    }

    /// The paths of the graph's file and of the photo.
    public let graph, input: String
    /// Only where the path is not UTF-8, and `input` shows it as well as it can.
    public let inputBase64: String?
    /// No more than were asked for.
    public let results: [Result]

    package init(graph: FilePath, input: FilePath, results: [Result]) {
        self.graph = JSONText.path(graph)
        self.input = JSONText.path(input)
        inputBase64 = JSONText.base64(input)
        self.results = results
    }
}
