import EvokeValues

/// What a graph says of itself: its inputs, its outputs, the kinds of its nodes, and the files beside it that hold weights.
///
/// Only the structure is read, and weights are skipped over, so that it takes milliseconds however large the model is.
struct ONNXGraph: Hashable, Sendable {
    struct Port: Hashable, Sendable {
        let name: String
        /// nil for a type that no model here works with.
        let type: ElementType?
        let isTruth: Bool
        /// nil for a dimension that is free; no list at all where the graph does not say.
        let shape: [Int?]?

        /// Rows of token ids, or what goes along with them.
        var isTokens: Bool { (type?.holdsTokens == true || isTruth) && shape?.count == 2 }
    }

    let inputs: [Port]
    let outputs: [Port]
    /// Relative to the graph's folder, each once, in the order of the graph.
    let weightFiles: [String]
    /// The kinds of its nodes, those inside other nodes too.
    let operators: Set<String>
    /// What whoever made it wrote beside it, by names of their own.
    let notes: [String: String]
    /// The shapes of weights with more than two dimensions, by their names.
    let weightShapes: [String: [Int]]

    init(_ file: FilePath) throws(EvokeError) {
        var reader = ONNXReader(try GraphBytes(file))
        try reader.readModel()
        guard !reader.outputs.isEmpty else { throw .invalidModel(file, "it is not an ONNX graph") }
        // Older files list their weights among the inputs.
        inputs = reader.inputs.filter { !reader.weights.contains($0.name) }
        outputs = reader.outputs
        weightFiles = reader.weightFiles
        operators = reader.operators
        notes = reader.notes
        weightShapes = reader.weightShapes
    }

    /// Whether it rounds all that goes in together by one scale, so that company changes a vector.
    var roundsTogether: Bool { operators.contains("DynamicQuantizeLinear") }

    /// Whether it computes with rounded numbers, or with weights that are.
    var isQuantized: Bool {
        !operators.isDisjoint(with: [
            "DynamicQuantizeLinear", "QuantizeLinear", "DequantizeLinear", "MatMulInteger", "ConvInteger",
            "QLinearMatMul", "QLinearConv", "MatMulNBits", "MatMulBnb4",
        ])
    }
}

/// The types of numbers that graphs are computed with here.
public enum ElementType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Floats and whole numbers of so many bits; `uint` has no sign. These are their names in `graph.json`, too.
    case float32, float16, int32, int64, int16, uint8, int8

    init?(onnx code: UInt64) {
        switch code {
        case 1: self = .float32
        case 10: self = .float16
        case 2: self = .uint8
        case 3: self = .int8
        case 5: self = .int16
        case 6: self = .int32
        case 7: self = .int64
        default: return nil
        }
    }

    package var isFloating: Bool { self == .float32 || self == .float16 }

    /// Whether a graph may want its tokens in it.
    var holdsTokens: Bool { self == .int32 || self == .int64 }
}

/// Walks the messages of an ONNX file. The numbers are the fields' numbers in onnx.proto.
private struct ONNXReader {
    private var bytes: GraphBytes
    private(set) var inputs: [ONNXGraph.Port] = []
    private(set) var outputs: [ONNXGraph.Port] = []
    private(set) var weights: Set<String> = []
    private(set) var weightFiles: [String] = []
    private(set) var weightShapes: [String: [Int]] = [:]
    private(set) var operators: Set<String> = []
    private(set) var notes: [String: String] = [:]
    private var depth = 0

    init(_ bytes: GraphBytes) {
        self.bytes = bytes
    }

    mutating func readModel() throws(EvokeError) {
        try forEachField(until: bytes.count) { (reader, field, end) throws(EvokeError) in
            switch field {
            case 7: try reader.readGraph(until: end, isOutermost: true)
            // What is longer is nothing that is read here.
            case 14 where end - reader.bytes.position <= Self.longestNote:
                let (key, value) = try reader.readPair(until: end, longestText: Self.longestNote)
                reader.notes[key] = value
            case 25: try reader.readFunction(until: end)
            default: break
            }
        }
    }

    /// Nodes under a name of their own, which the graph uses like an operator.
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
                case 11 where isOutermost: reader.inputs.append(try reader.readPort(until: end))
                case 12 where isOutermost: reader.outputs.append(try reader.readPort(until: end))
                default: break
                }
            }
        }
    }

    /// Nodes can hold tensors, and graphs that do.
    private mutating func readNode(until end: Int) throws(EvokeError) {
        try forEachField(until: end) { (reader, field, end) throws(EvokeError) in
            if field == 4 { reader.operators.insert(try reader.bytes.text(until: end)) }
            guard field == 5 else { return }
            try reader.forEachField(until: end) { (reader, field, end) throws(EvokeError) in
                switch field {
                case 5, 10: try reader.readTensor(until: end)
                case 6, 11: try reader.readGraph(until: end, isOutermost: false)
                default: break
                }
            }
        }
    }

    private mutating func readTensor(until end: Int, isWeights: Bool = false) throws(EvokeError) {
        var (name, location): (String, String?) = ("", nil)
        var shape: [Int] = []
        try forEachField(
            until: end,
            number: { field, size in
                if field == 1, shape.count < Self.mostDimensions, let size = Int(exactly: size) { shape.append(size) }
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
        if isWeights, shape.count > 2 { weightShapes[name] = shape }
        if let location, !weightFiles.contains(location) { weightFiles.append(location) }
    }

    private static let mostDimensions = 16

    /// Lists of characters are written there, and more.
    private static let longestNote = 1 << 20

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

    /// Calls `message` with each field that has a length, and goes on behind it.
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

    /// Graphs within graphs within graphs are an attack on the stack.
    private mutating func nested(_ body: (inout Self) throws(EvokeError) -> Void) throws(EvokeError) {
        guard depth < 16 else { throw bytes.damage() }
        depth += 1
        try body(&self)
        depth -= 1
    }
}
