package import EvokeValues

/// An input or an output of a graph.
public struct GraphPortAnswer: Codable, Hashable, Sendable {
    public let name: String
    /// Nil for a type that is not computed with here.
    public let type: String?
    /// Nil for a dimension that is free, and in place of all of them where their number is.
    public let shape: [Int?]?
    /// Where whole numbers stand for others: scale × (number − zero point).
    public let scale: Float?
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
    public let file: String
    public let inputs, outputs: [GraphPortAnswer]

    package init(file: FilePath, inputs: [GraphPortAnswer], outputs: [GraphPortAnswer]) {
        self.file = JSONText.path(file)
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// What a graph makes of a photo, the likeliest class first.
public struct ClassesAnswer: Codable, Hashable, Sendable {
    public struct Result: Codable, Hashable, Sendable {
        public let label: String
        public let index: Int
        public let probability: Float

        package init(label: String, index: Int, probability: Float) {
            self.label = label
            self.index = index
            self.probability = probability
        }
    }

    public let graph, input: String
    public let inputBase64: String?
    public let results: [Result]

    package init(graph: FilePath, input: FilePath, results: [Result]) {
        self.graph = JSONText.path(graph)
        self.input = JSONText.path(input)
        inputBase64 = JSONText.base64(input)
        self.results = results
    }
}
