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
