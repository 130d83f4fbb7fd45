/// Numbers that go into a graph or come out of it, with their type and shape.
public struct GraphTensor: Hashable, Sendable {
    /// The numbers themselves, in one of the types that graphs are computed with.
    public enum Values: Hashable, Sendable {
        /// Floats of 32 bits.
        case float32([Float])
        /// Floats of 16 bits.
        case float16([Float16])
        /// Whole numbers of 32 bits.
        case int32([Int32])
        /// Whole numbers of 64 bits; larger ones than 32 bits hold are refused by `run`.
        case int64([Int64])
        /// Whole numbers of 16 bits.
        case int16([Int16])
        /// Whole numbers from 0 to 255, such as the bytes of pixels.
        case uint8([UInt8])
        /// Whole numbers from -128 to 127.
        case int8([Int8])
    }

    /// How long each dimension is; empty for a single number.
    public let shape: [Int]
    /// Row by row: the last dimension runs fastest.
    public let values: Values

    /// Nothing is checked before ``ModelInterpreter/run(_:)``: there have to be as many values as the dimensions
    /// multiplied.
    public init(shape: [Int], values: Values) {
        self.shape = shape
        self.values = values
    }

    /// The type of its numbers.
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

    /// How many numbers there are.
    public var count: Int {
        withBytes { $0.count } / type.width
    }

    /// The numbers as floats, whatever they are kept as.
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

    /// The numbers as they lie in memory.
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

    /// - Parameter memory: holds `count` numbers of that type; nil only where there are none.
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
