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
    /// What OpenVINO computes otherwise than it says: an operator, and what of it.
    let fault: String?
    /// Whether it rounds to whole numbers of 16 bits as it computes.
    let roundsTo16Bits: Bool

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
        fault = reader.fault
        roundsTo16Bits = reader.roundsTo16Bits || !reader.zeroPoints.isDisjoint(with: reader.wide)
    }

    /// Of its operators, one that gives other numbers each time.
    var dice: String? {
        operators.first {
            ["RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Bernoulli", "Multinomial"]
                .contains($0)
        }
    }

    /// Whether several may go in at once. Where all of them are rounded together by one scale, company changes a vector;
    /// what is rounded by ranges learnt beforehand is computed as it says for one shape alone.
    var bearsCompany: Bool { !operators.contains("DynamicQuantizeLinear") && !isCalibrated }

    /// Whether it computes with rounded numbers, or with weights that are.
    var isQuantized: Bool {
        !operators.isDisjoint(with: [
            "DynamicQuantizeLinear", "QuantizeLinear", "DequantizeLinear", "MatMulInteger", "ConvInteger",
            "QLinearMatMul", "QLinearConv", "MatMulNBits", "MatMulBnb4",
        ])
    }

    /// Whether it rounds what it computes by ranges that were learnt beforehand.
    var isCalibrated: Bool { !operators.isDisjoint(with: ["QuantizeLinear", "QLinearMatMul", "QLinearConv"]) }
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
    private(set) var fault: String?
    private(set) var roundsTo16Bits = false
    /// The names of what stands for zero where numbers are rounded.
    private(set) var zeroPoints: Set<String> = []
    /// The names of whole numbers of 16 bits.
    private(set) var wide: Set<String> = []
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
        operators.insert(kind)
        if kind == "Constant", isWide { wide.insert(output) }
        guard DoubtfulNode.holds(kind) else { return }
        bytes.goBack(to: start)
        let node = try DoubtfulNode(bytes, until: end)
        fault = fault ?? node.fault
        roundsTo16Bits = roundsTo16Bits || node.roundsTo16Bits
        if let zero = node.zeroPoint { zeroPoints.insert(zero) }
    }

    /// Whether it is of whole numbers of 16 bits.
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
        if isWeights, shape.count > 2 { weightShapes[name] = shape }
        if let location, !weightFiles.contains(location) { weightFiles.append(location) }
        let isWide = Self.wideTypes.contains(type)
        if isWide { wide.insert(name) }
        return isWide
    }

    /// uint16 and int16.
    private static let wideTypes: Set<UInt64> = [4, 5]

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
