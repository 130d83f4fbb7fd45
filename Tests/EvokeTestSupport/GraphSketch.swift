/// An ONNX file with inputs and outputs and nothing in between: enough for whoever only reads what a graph says of
/// itself.
public struct GraphSketch {
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

    public let bytes: [UInt8]

    public init(inputs: [Port], outputs: [Port]) {
        let ports = inputs.flatMap { Self.field(11, Self.port($0)) } + outputs.flatMap { Self.field(12, Self.port($0)) }
        bytes = Self.number(1, 8) + Self.field(7, ports)
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
