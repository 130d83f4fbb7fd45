import COpenVINO
import EvokeModels

/// What goes into one of a graph's inputs.
struct InputTensor {
    let name: String
    let type: ElementType
    let shape: [Int64]
    /// Converted to the input's own type on the way in.
    let values: Values

    enum Values {
        /// One after the other.
        case floats([[Float]])
        case integers([Int32])
    }

    var count: Int {
        switch values {
        case .floats(let parts): parts.reduce(0) { $0 + $1.count }
        case .integers(let integers): integers.count
        }
    }

    /// Fills memory that has room for all of it.
    func write(to memory: UnsafeMutableRawPointer) {
        switch values {
        case .floats(let parts):
            var place = 0
            for part in parts {
                part.withUnsafeBufferPointer { part in
                    if type == .float16 {
                        let target = memory.assumingMemoryBound(to: Float16.self) + place
                        for index in part.indices { target[index] = Float16(part[index]) }
                    } else {
                        (memory.assumingMemoryBound(to: Float.self) + place).update(
                            from: part.baseAddress!, count: part.count)
                    }
                }
                place += part.count
            }
        case .integers(let integers):
            for (place, value) in integers.enumerated() {
                if type == .int64 {
                    memory.assumingMemoryBound(to: Int64.self)[place] = Int64(value)
                } else {
                    memory.assumingMemoryBound(to: Int32.self)[place] = value
                }
            }
        }
    }
}

extension ElementType {
    var openVINO: ov_element_type_e {
        switch self {
        case .float32: F32
        case .float16: F16
        case .int32: I32
        case .int64: I64
        case .int16: I16
        case .uint8: U8
        case .int8: I8
        }
    }

    init?(_ type: ov_element_type_e) {
        guard let known = Self.allCases.first(where: { $0.openVINO == type }) else { return nil }
        self = known
    }
}
