/// An ONNX file with inputs and outputs, and nothing in between, which is enough for whoever only reads what a graph says of
/// itself; or with a few operators that need nothing but what flows through them.
public struct GraphSketch: Sendable {
    /// The numbers of types in onnx.proto.
    public enum ElementType: Int {
        case float32 = 1
        case uint8 = 2
        case int64 = 7
        case truth = 9
    }

    public struct Port {
        let name: String
        let type: ElementType
        let shape: [Int?]

        public init(_ name: String, _ type: ElementType, _ shape: [Int?]) {
            (self.name, self.type, self.shape) = (name, type, shape)
        }
    }

    public struct Operator: Sendable {
        public let kind: String
        let inputs: [String]
        let output: String
        let numbers: [(name: String, value: Int)]

        public init(_ kind: String, _ inputs: String..., to output: String, numbers: [(name: String, value: Int)] = [])
        {
            (self.kind, self.inputs, self.output, self.numbers) = (kind, inputs, output, numbers)
        }
    }

    public struct Weights: Sendable {
        let name: String
        let shape: [Int]
        let numbers: [Float]

        public init(_ name: String, _ shape: [Int], _ numbers: [Float]) {
            (self.name, self.shape, self.numbers) = (name, shape, numbers)
        }
    }

    public let bytes: [UInt8]

    public init(inputs: [Port], outputs: [Port], operators: [Operator] = [], weights: [Weights] = []) {
        let graph =
            operators.flatMap { Self.field(1, Self.node($0)) } + Self.field(2, Array("sketch".utf8))
            + weights.flatMap { Self.field(5, Self.tensor($0)) }
            + inputs.flatMap { Self.field(11, Self.port($0)) } + outputs.flatMap { Self.field(12, Self.port($0)) }
        // The second number is that of the operators' set.
        bytes = Self.number(1, 8) + Self.field(7, graph) + Self.field(8, Self.number(2, 13))
    }

    /// What tells faces apart by their mean colour: three numbers for a square of 112 pixels.
    public static let meanColor = GraphSketch(
        inputs: [.init("data", .float32, [1, 3, 112, 112])], outputs: [.init("vector", .float32, [1, 3])],
        operators: [Operator("GlobalAveragePool", "data", to: "mean"), Operator("Flatten", "mean", to: "vector")])

    /// A convolution in groups, with weights of this shape.
    ///
    /// - Parameter channels: of its input; as many as go together with the groups where nil.
    public static func convolution(groups: Int, channels: Int? = nil, weights shape: [Int]) -> GraphSketch {
        let count = shape.reduce(1, *)
        return GraphSketch(
            inputs: [.init("pixels", .float32, [2, channels ?? groups * shape[1], 6, 6])],
            outputs: [.init("features", .float32, [2, shape[0], 4, 4])],
            operators: [
                Operator("Conv", "pixels", "kernel", "bias", to: "features", numbers: [("group", groups)])
            ],
            weights: [
                Weights("kernel", shape, (0..<count).map { Float($0 % 17) - Float($0 % 5) / 4 }),
                Weights("bias", [shape[0]], (0..<shape[0]).map { Float($0) / 8 }),
            ])
    }

    private static func node(_ one: Operator) -> [UInt8] {
        one.inputs.flatMap { field(1, Array($0.utf8)) } + field(2, Array(one.output.utf8))
            + field(4, Array(one.kind.utf8))
            + one.numbers.flatMap { field(5, field(1, Array($0.name.utf8)) + number(3, $0.value) + number(20, 2)) }
    }

    private static func tensor(_ weights: Weights) -> [UInt8] {
        let bytes = weights.numbers.flatMap { number in
            withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
        }
        return weights.shape.flatMap { number(1, $0) } + number(2, ElementType.float32.rawValue)
            + field(8, Array(weights.name.utf8)) + field(9, bytes)
    }

    private static func port(_ port: Port) -> [UInt8] {
        let dimensions = port.shape.flatMap { size in
            field(1, size.map { number(1, $0) } ?? field(2, Array("free".utf8)))
        }
        let tensor = number(1, port.type.rawValue) + field(2, dimensions)
        return field(1, Array(port.name.utf8)) + field(2, field(1, tensor))
    }

    private static func field(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
        varint(field << 3 | 2) + varint(bytes.count) + bytes
    }

    private static func number(_ field: Int, _ value: Int) -> [UInt8] { varint(field << 3) + varint(value) }

    private static func varint(_ value: Int) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + varint(value >> 7)
    }
}
