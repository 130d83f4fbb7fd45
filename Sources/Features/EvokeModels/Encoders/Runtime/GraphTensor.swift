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

    /// The element type.
    public var type: ElementType {
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
    public var count: Int {
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
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
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
