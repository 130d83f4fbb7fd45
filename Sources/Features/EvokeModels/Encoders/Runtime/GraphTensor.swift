import EvokeValues

/// Numbers that go into or come out of a graph, with their type and shape.
public struct GraphTensor: Hashable, Sendable {
    /// The numbers, in one of the supported element types.
    public enum Values: Hashable, Sendable {
        /// 32-bit floats.
        case float32([Float])
        /// 16-bit floats.
        case float16([Float16])
        /// 32-bit integers.
        case int32([Int32])
        /// 64-bit integers; `run` rejects values that don't fit in 32 bits.
        case int64([Int64])
        /// 16-bit integers.
        case int16([Int16])
        /// Integers from 0 to 255, such as bytes of pixels.
        case uint8([UInt8])
        /// Integers from -128 to 127.
        case int8([Int8])
    }

    /// The size of each dimension; empty for a scalar.
    public let shape: [Int]
    /// In row-major order: the last dimension varies fastest.
    public let values: Values

    /// Not checked until ``ModelInterpreter/run(_:)``: there must be as many values as the product of the dimensions.
    public init(shape: [Int], values: Values) {
        self.shape = shape
        self.values = values
    }

    package var type: ElementType {
        switch values {
        case .float32: .float32
        case .float16: .float16
        case .int32: .int32
        case .int64: .int64
        case .int16: .int16
        case .uint8: .uint8
        case .int8: .int8
        }
    }

    /// The number of elements.
    package var count: Int {
        withBytes { $0.count } / type.width
    }

    /// The values converted to 32-bit floats.
    public var floats: [Float] {
        switch values {
        case .float32(let values): values
        case .float16(let values): values.map(Float.init)
        case .int32(let values): values.map(Float.init)
        case .int64(let values): values.map(Float.init)
        case .int16(let values): values.map(Float.init)
        case .uint8(let values): values.map(Float.init)
        case .int8(let values): values.map(Float.init)
        }
    }

    /// Calls `body` with the values as they are in memory.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        switch values {
        case .float32(let values): try values.withUnsafeBytes(body)
        case .float16(let values): try values.withUnsafeBytes(body)
        case .int32(let values): try values.withUnsafeBytes(body)
        case .int64(let values): try values.withUnsafeBytes(body)
        case .int16(let values): try values.withUnsafeBytes(body)
        case .uint8(let values): try values.withUnsafeBytes(body)
        case .int8(let values): try values.withUnsafeBytes(body)
        }
    }

    /// - Parameter memory: holds `count` elements of that type; nil only if `count` is 0.
    package init(shape: [Int], type: ElementType, copying memory: UnsafeRawPointer?, count: Int) {
        func numbers<Number>(_: Number.Type) -> [Number] {
            guard let memory, count > 0 else { return [] }
            return Array(UnsafeBufferPointer(start: memory.assumingMemoryBound(to: Number.self), count: count))
        }
        self.shape = shape
        values =
            switch type {
            case .float32: .float32(numbers(Float.self))
            case .float16: .float16(numbers(Float16.self))
            case .int32: .int32(numbers(Int32.self))
            case .int64: .int64(numbers(Int64.self))
            case .int16: .int16(numbers(Int16.self))
            case .uint8: .uint8(numbers(UInt8.self))
            case .int8: .int8(numbers(Int8.self))
            }
    }
}

extension ElementType {
    /// In bytes.
    package var width: Int {
        switch self {
        case .float32, .int32: 4
        case .float16, .int16: 2
        case .int64: 8
        case .uint8, .int8: 1
        }
    }
}

/// One input or output of a graph.
public struct GraphPort: Hashable, Sendable {
    /// The graph's own name for it, safe to display; generated if it has none.
    public let name: String
    /// Nil for an unsupported type.
    public let type: ElementType?
    /// Nil for a free dimension; nil as a whole if even the number of dimensions is free.
    public let shape: [Int?]?
    /// What its integers stand for, if the graph says so.
    package let quantization: TFLiteGraph.Quantization?

    package init(name: String, type: ElementType?, shape: [Int?]?, quantization: TFLiteGraph.Quantization? = nil) {
        self.name = name
        self.type = type
        self.shape = shape
        self.quantization = quantization
    }

    /// For display: "float32 [1, 3, ?, ?]".
    package var form: String { Self.form(type, shape) }

    static func form(_ type: ElementType?, _ shape: [Int?]?) -> String {
        let dimensions = shape.map { "[" + $0.map { $0.map(String.init) ?? "?" }.joined(separator: ", ") + "]" }
        return "\(type?.rawValue ?? "of an unsupported type") \(dimensions ?? "[...]")"
    }
}

/// The format that a program expects of a graph's input or output.
public struct GraphFormat: Hashable, Sendable {
    /// The port's name, as in ``GraphPort/name``.
    package let name: String
    /// The element type; nothing is converted to it.
    package let type: ElementType
    /// Nil for a dimension of any size.
    package let shape: [Int?]

    /// The expected format of the named port.
    ///
    /// - Parameter shape: integers from 0 up, or nil. Checked when a graph is opened.
    public init(_ name: String, _ type: ElementType, shape: [Int?]) {
        self.name = name
        self.type = type
        self.shape = shape
    }

    /// Whether a port has this format or can take it: a dimension that is free on either side matches.
    func fits(_ port: GraphPort) -> Bool {
        guard port.type == type else { return false }
        guard let actual = port.shape else { return true }
        return actual.count == shape.count && zip(actual, shape).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }
}

extension [GraphFormat] {
    /// Throws an error that names the format that no port matches.
    func check(against ports: [GraphPort], kind: String, of file: DiskPath) throws(EvokeError) {
        for format in self {
            if let odd = format.shape.lazy.compactMap({ $0 }).first(where: { !(0...Int(Int32.max)).contains($0) }) {
                throw EvokeError(
                    .wrongUsage, doing: "use the graph", subject: file.display,
                    reason: "\(odd) is not a valid dimension of '\(format.name)'",
                    remedy: "Use an integer from 0 up, or nil for any size.")
            }
            let wanted = GraphPort.form(format.type, format.shape)
            guard let port = ports.first(where: { $0.name == format.name }) else {
                let names = ports.map { "'\($0.name)'" }.joined(separator: ", ")
                throw Self.failure(file, "it has no \(kind) '\(format.name)', only \(names)")
            }
            guard format.fits(port) else {
                throw Self.failure(file, "its \(kind) '\(port.name)' is \(port.form), not \(wanted)")
            }
        }
    }

    private static func failure(_ file: DiskPath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "use the graph", subject: file.display, reason: reason,
            remedies: [.inspectModel])
    }
}

/// The data for one of a graph's inputs.
package struct GraphInput: Sendable {
    package let name: String
    package let type: ElementType
    package let shape: [Int]
    /// Converted to the input's type when written.
    package let values: Values

    package enum Values: Sendable {
        /// Written end to end.
        case floats([[Float]])
        case integers([Int32])
        /// Already of the input's type.
        case tensor(GraphTensor)
    }

    package init(name: String, type: ElementType, shape: [Int], values: Values) {
        self.name = name
        self.type = type
        self.shape = shape
        self.values = values
    }

    package init(_ name: String, _ tensor: GraphTensor) {
        self.init(name: name, type: tensor.type, shape: tensor.shape, values: .tensor(tensor))
    }

    package var count: Int {
        switch values {
        case .floats(let parts): parts.reduce(0) { $0 + $1.count }
        case .integers(let integers): integers.count
        case .tensor(let tensor): tensor.count
        }
    }

    /// - Parameter memory: must have room for all values.
    package func write(to memory: UnsafeMutableRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        switch values {
        case .floats(let parts):
            var place = 0
            for part in parts {
                part.withUnsafeBufferPointer { part in
                    if type == .float16 {
                        let target = start.assumingMemoryBound(to: Float16.self) + place
                        for index in part.indices { target[index] = Float16(part[index]) }
                    } else {
                        (start.assumingMemoryBound(to: Float.self) + place).update(
                            from: part.baseAddress!, count: part.count)
                    }
                }
                place += part.count
            }
        case .integers(let integers):
            for (place, value) in integers.enumerated() {
                if type == .int64 {
                    start.assumingMemoryBound(to: Int64.self)[place] = Int64(value)
                } else {
                    start.assumingMemoryBound(to: Int32.self)[place] = value
                }
            }
        case .tensor(let tensor): tensor.withBytes { memory.copyMemory(from: $0) }
        }
    }
}
