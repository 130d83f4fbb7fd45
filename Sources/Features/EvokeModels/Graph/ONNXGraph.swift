import EvokeValues

/// What a graph declares: its inputs, outputs, kinds of nodes, and external weight files.
///
/// Reads only the structure and skips over weights, so this takes milliseconds even for large models.
struct ONNXGraph: Hashable, Sendable {
    struct Port: Hashable, Sendable {
        let name: String
        /// Nil for an unsupported type.
        let type: ElementType?
        let isTruth: Bool
        /// Nil for a free dimension; nil as a whole if the graph doesn't say.
        let shape: [Int?]?

        /// Whether it holds rows of token ids or something parallel to them, such as a mask.
        var isTokens: Bool { (type?.holdsTokens == true || isTruth) && shape?.count == 2 }
    }

    fileprivate(set) var inputs: [Port] = []
    fileprivate(set) var outputs: [Port] = []
    /// Relative to the graph's folder, without duplicates, in the graph's order.
    fileprivate(set) var weightFiles: [String] = []
    /// The kinds of its nodes, including nested ones.
    fileprivate(set) var operators: Set<String> = []
    /// Metadata that its author added, by key.
    fileprivate(set) var metadata: [String: String] = [:]
    /// The shapes of weights with more than two dimensions, by name.
    fileprivate(set) var weightShapes: [String: [Int]] = [:]
    /// An operator that OpenVINO computes incorrectly, and how; nil if there is none.
    fileprivate(set) var fault: String?
    /// Whether it rounds to 16-bit integers during computation.
    fileprivate(set) var roundsTo16Bits = false
}

extension ONNXGraph {
    init(_ file: DiskPath) throws(EvokeError) {
        var reader = ONNXReader(bytes: try GraphBytes(file))
        try reader.readModel()
        self = reader.graph
        guard !outputs.isEmpty else { throw .invalidModel(file, "it is not an ONNX graph") }
        // Older files list their weights among the inputs.
        inputs.removeAll { reader.weights.contains($0.name) }
        roundsTo16Bits = roundsTo16Bits || !reader.zeroPoints.isDisjoint(with: reader.wide)
    }

    /// An operator with random results, if there is one.
    var dice: String? {
        operators.first {
            ["RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Bernoulli", "Multinomial"]
                .contains($0)
        }
    }

    /// Whether a batch leaves each vector unchanged. With dynamic quantization, one scale covers the whole batch;
    /// calibrated graphs are exact for one shape only.
    var bearsCompany: Bool { !operators.contains("DynamicQuantizeLinear") && !isCalibrated }

    /// Whether it computes with quantized values or has quantized weights.
    var isQuantized: Bool {
        !operators.isDisjoint(with: [
            "DynamicQuantizeLinear", "QuantizeLinear", "DequantizeLinear", "MatMulInteger", "ConvInteger",
            "QLinearMatMul", "QLinearConv", "MatMulNBits", "MatMulBnb4",
        ])
    }

    /// Whether it quantizes activations with ranges learned beforehand.
    var isCalibrated: Bool { !operators.isDisjoint(with: ["QuantizeLinear", "QLinearMatMul", "QLinearConv"]) }
}

/// The element types that graphs can compute with.
public enum ElementType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Floats and integers of that many bits; `uint` is unsigned. These names are also used in `graph.json`.
    case float32, float16, int32, int64, int16, uint8, int8

    init?(onnx code: UInt64) {
        let types: [UInt64: Self] = [
            1: .float32, 2: .uint8, 3: .int8, 5: .int16, 6: .int32, 7: .int64, 10: .float16,
        ]
        guard let type = types[code] else { return nil }
        self = type
    }

    package var isFloating: Bool { self == .float32 || self == .float16 }

    /// Whether token ids can have this type.
    var holdsTokens: Bool { self == .int32 || self == .int64 }
}

/// Walks the messages of an ONNX file. Numbers are field numbers from onnx.proto.
private struct ONNXReader {
    let bytes: GraphBytes
    private(set) var graph = ONNXGraph()
    private(set) var weights: Set<String> = []
    /// The names of zero points of quantized values.
    private(set) var zeroPoints: Set<String> = []
    /// The names of 16-bit integer tensors.
    private(set) var wide: Set<String> = []
    private(set) var depth = 0

    mutating func readModel() throws(EvokeError) {
        try forEachField(until: bytes.count) { (reader, field, end) throws(EvokeError) in
            switch field {
            case 7: try reader.readGraph(until: end, isOutermost: true)
            // Longer entries are never used.
            case 14 where end - reader.bytes.position <= Self.longestMetadata:
                let (key, value) = try reader.readPair(until: end, longestText: Self.longestMetadata)
                reader.graph.metadata[key] = value
            case 25: try reader.readFunction(until: end)
            default: break
            }
        }
    }

    /// Reads a function: nodes under one name, which the graph uses like an operator.
    private mutating func readFunction(until end: Int) throws(EvokeError) {
        try forEachField(until: end) { (reader, field, end) throws(EvokeError) in
            if field == 7 { try reader.readNode(until: end) }
        }
    }

    private mutating func readGraph(until end: Int, isOutermost: Bool) throws(EvokeError) {
        try nested { (reader) throws(EvokeError) in
            try reader.forEachField(until: end) { (reader, field, end) throws(EvokeError) in
                switch field {
                case 1: try reader.readNode(until: end)
                case 5: try reader.readTensor(until: end, isWeights: isOutermost)
                case 11 where isOutermost: reader.graph.inputs.append(try reader.readPort(until: end))
                case 12 where isOutermost: reader.graph.outputs.append(try reader.readPort(until: end))
                default: break
                }
            }
        }
    }

    /// Nodes can contain tensors and subgraphs.
    private mutating func readNode(until end: Int) throws(EvokeError) {
        let start = bytes.position
        var (kind, output) = ("", "")
        var isWide = false
        try forEachField(until: end) { (reader, field, end) throws(EvokeError) in
            switch field {
            case 2: output = try reader.bytes.text(until: end)
            case 4: kind = try reader.bytes.text(until: end)
            case 5:
                try reader.forEachField(until: end) { (reader, field, end) throws(EvokeError) in
                    switch field {
                    case 5, 10: isWide = try reader.readTensor(until: end) || isWide
                    case 6, 11: try reader.readGraph(until: end, isOutermost: false)
                    default: break
                    }
                }
            default: break
            }
        }
        graph.operators.insert(kind)
        if kind == "Constant", isWide { wide.insert(output) }
        guard DoubtfulNode.holds(kind) else { return }
        bytes.goBack(to: start)
        let node = try DoubtfulNode(bytes, until: end)
        graph.fault = graph.fault ?? node.fault
        graph.roundsTo16Bits = graph.roundsTo16Bits || node.roundsTo16Bits
        if let zero = node.zeroPoint { zeroPoints.insert(zero) }
    }

    /// Returns whether it contains 16-bit integers.
    @discardableResult
    private mutating func readTensor(until end: Int, isWeights: Bool = false) throws(EvokeError) -> Bool {
        var (name, location): (String, String?) = ("", nil)
        var shape: [Int] = []
        var type: UInt64 = 0
        try forEachField(
            until: end,
            number: { field, number in
                if field == 1, shape.count < Self.mostDimensions, let size = Int(exactly: number) { shape.append(size) }
                if field == 2 { type = number }
            },
            message: { (reader, field, end) throws(EvokeError) in
                switch field {
                case 1:
                    while reader.bytes.position < end, shape.count < Self.mostDimensions {
                        shape.append(Int(truncatingIfNeeded: try reader.bytes.number()))
                    }
                case 8:
                    name = try reader.bytes.text(until: end)
                    reader.weights.insert(name)
                case 13:
                    let (key, value) = try reader.readPair(until: end)
                    if key == "location" { location = value }
                default: break
                }
            })
        if isWeights, shape.count > 2 { graph.weightShapes[name] = shape }
        if let location, !graph.weightFiles.contains(location) { graph.weightFiles.append(location) }
        let isWide = Self.wideTypes.contains(type)
        if isWide { wide.insert(name) }
        return isWide
    }

    /// uint16 and int16.
    private static let wideTypes: Set<UInt64> = [4, 5]

    private static let mostDimensions = 16

    /// Large enough for lists of characters, which are stored there.
    private static let longestMetadata = 1 << 20

    private mutating func readPair(
        until end: Int, longestText: Int = GraphBytes.longestName
    ) throws(EvokeError) -> (String, String) {
        var pair = ("", "")
        try forEachField(until: end) { (reader, field, end) throws(EvokeError) in
            switch field {
            case 1: pair.0 = try reader.bytes.text(until: end)
            case 2: pair.1 = try reader.bytes.text(until: end, longest: longestText)
            default: break
            }
        }
        return pair
    }

    private mutating func readPort(until end: Int) throws(EvokeError) -> ONNXGraph.Port {
        var name = ""
        var type: UInt64 = 0
        var shape: [Int?]?
        try forEachField(until: end) { (reader, field, end) throws(EvokeError) in
            switch field {
            case 1: name = try reader.bytes.text(until: end)
            case 2:
                try reader.forEachField(until: end) { (reader, field, end) throws(EvokeError) in
                    guard field == 1 else { return }
                    try reader.forEachField(
                        until: end, number: { field, value in if field == 1 { type = value } }
                    ) { (reader, field, end) throws(EvokeError) in
                        if field == 2 { shape = try reader.readShape(until: end) }
                    }
                }
            default: break
            }
        }
        return ONNXGraph.Port(name: name, type: ElementType(onnx: type), isTruth: type == 9, shape: shape)
    }

    private mutating func readShape(until end: Int) throws(EvokeError) -> [Int?] {
        var shape: [Int?] = []
        try forEachField(until: end) { (reader, field, end) throws(EvokeError) in
            guard field == 1 else { return }
            var size: Int?
            try reader.forEachField(
                until: end,
                number: { field, value in
                    // Some exporters write a free dimension as 0 or −1.
                    if field == 1, value > 0, value <= UInt64(Int32.max) { size = Int(value) }
                }, message: { _, _, _ in })
            shape.append(size)
        }
        return shape
    }

    /// Calls `message` with each length-delimited field, then continues after it.
    private mutating func forEachField(
        until end: Int, number: (Int, UInt64) -> Void = { _, _ in },
        message: (inout Self, Int, Int) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        while bytes.position < end {
            let field = try bytes.field(within: end)
            switch field.kind {
            case .number: number(field.number, try bytes.number())
            case .bytes: try message(&self, field.number, field.end)
            case .fixed: break
            }
            try bytes.skip(to: field.end, within: end)
        }
    }

    /// Deeply nested graphs would overflow the stack.
    private mutating func nested(_ body: (inout Self) throws(EvokeError) -> Void) throws(EvokeError) {
        guard depth < 16 else { throw bytes.damage() }
        depth += 1
        try body(&self)
        depth -= 1
    }
}
