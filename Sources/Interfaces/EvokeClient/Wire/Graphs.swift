package import EvokeValues

/// An input or an output of a graph.
public struct GraphPortAnswer: Codable, Hashable, Sendable {
    /// The graph's name for it; made up if it has none.
    public let name: String
    /// Nil for an unsupported type.
    public let type: String?
    /// A free dimension is nil, and so is the whole shape if the number of dimensions is free.
    public let shape: [Int?]?
    /// For quantized numbers, which stand for scale × (number − zero point); nil for others.
    public let scale: Float?
    /// The integer that stands for 0; nil if the scale is.
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
        // Null if they are nil.
        try container.encode(type, forKey: .type)
        try container.encode(shape, forKey: .shape)
        try container.encodeIfPresent(scale, forKey: .scale)
        try container.encodeIfPresent(zeroPoint, forKey: .zeroPoint)
    }
}

/// The inputs and outputs of a graph.
public struct GraphAnswer: Codable, Hashable, Sendable {
    /// The path of the graph's file.
    public let file: String
    /// In the graph's order.
    public let inputs, outputs: [GraphPortAnswer]

    package init(file: FilePath, inputs: [GraphPortAnswer], outputs: [GraphPortAnswer]) {
        self.file = JSONText.path(file)
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// A graph's classification of a photo, likeliest class first.
public struct ClassesAnswer: Codable, Hashable, Sendable {
    /// A class, and how well it fits the photo.
    public struct Result: Codable, Hashable, Sendable {
        /// The name of the class.
        public let label: String
        /// The label's index in the list, from 0.
        public let index: Int
        /// From 0 to 1. Whether all add up to 1 or each stands for itself depends on the graph.
        public let probability: Float

        package init(label: String, index: Int, probability: Float) {
            self.label = label
            self.index = index
            self.probability = probability
        }
    }

    /// The paths of the graph's file and of the photo.
    public let graph, input: String
    /// Set only if the path is not UTF-8; `input` is then an approximation.
    public let inputBase64: String?
    /// At most as many as requested.
    public let results: [Result]

    package init(graph: FilePath, input: FilePath, results: [Result]) {
        self.graph = JSONText.path(graph)
        self.input = JSONText.path(input)
        inputBase64 = JSONText.base64(input)
        self.results = results
    }
}
