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
        let kind, input, output: String

        public init(_ kind: String, _ input: String, _ output: String) {
            (self.kind, self.input, self.output) = (kind, input, output)
        }
    }

    public let bytes: [UInt8]

    public init(inputs: [Port], outputs: [Port], operators: [Operator] = []) {
        let graph =
            operators.flatMap { Self.field(1, Self.node($0)) } + Self.field(2, Array("sketch".utf8))
            + inputs.flatMap { Self.field(11, Self.port($0)) } + outputs.flatMap { Self.field(12, Self.port($0)) }
        // The second number is that of the operators' set.
        bytes = Self.number(1, 8) + Self.field(7, graph) + Self.field(8, Self.number(2, 13))
    }

    /// What tells faces apart by their mean colour: three numbers for a square of 112 pixels.
    public static let meanColour = GraphSketch(
        inputs: [.init("data", .float32, [1, 3, 112, 112])], outputs: [.init("vector", .float32, [1, 3])],
        operators: [Operator("GlobalAveragePool", "data", "mean"), Operator("Flatten", "mean", "vector")])

    private static func node(_ one: Operator) -> [UInt8] {
        field(1, Array(one.input.utf8)) + field(2, Array(one.output.utf8)) + field(4, Array(one.kind.utf8))
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
