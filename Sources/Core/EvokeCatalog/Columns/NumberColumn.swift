import EvokeValues

/// A non-negative integer for each photo, in as few bytes as the largest needs: one, two or four.
struct NumberColumn {
    private var bytes: [UInt8]
    private var size = 1

    init(count: Int) { bytes = Array(repeating: 0, count: count) }

    var count: Int { bytes.count / size }

    subscript(place: Int) -> Int {
        get { withNumbers { $0[place] } }
        set {
            widen(for: newValue)
            let size = size
            bytes.withUnsafeMutableBytes { Self.store(newValue, at: place, in: $0, size) }
        }
    }

    /// Fills up with zeros.
    mutating func grow(to count: Int) {
        bytes += repeatElement(0, count: max(0, count - self.count) * size)
    }

    mutating func append(_ number: Int) {
        widen(for: number)
        // Cannot fail: only the lowest bytes are kept.
        for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    /// Frees unused capacity.
    mutating func trim() { bytes.trim() }

    private mutating func widen(for number: Int) {
        let needed = number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : 4
        guard needed > size else { return }
        let count = count
        let wider = [UInt8](unsafeUninitializedCapacity: count * needed) { wider, filled in
            withNumbers { numbers in
                for place in 0..<count {
                    Self.store(numbers[place], at: place, in: UnsafeMutableRawBufferPointer(wider), needed)
                }
            }
            filled = count * needed
        }
        (bytes, size) = (wider, needed)
    }

    private static func store(_ number: Int, at place: Int, in bytes: UnsafeMutableRawBufferPointer, _ size: Int) {
        switch size {
        case 1: bytes[place] = UInt8(number)
        case 2: bytes.storeBytes(of: UInt16(number).littleEndian, toByteOffset: 2 * place, as: UInt16.self)
        default:
            bytes.storeBytes(of: UInt32(clamping: number).littleEndian, toByteOffset: 4 * place, as: UInt32.self)
        }
    }

    /// Read access to the numbers, with loops specialized for each size.
    struct Numbers {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let size: Int

        @inline(__always)
        subscript(place: Int) -> Int {
            switch size {
            case 1: Int(bytes[place])
            case 2: Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self)))
            default: Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)))
            }
        }
    }

    @inline(__always)
    func withNumbers<Result>(_ body: (Numbers) -> Result) -> Result {
        bytes.withUnsafeBytes { body(Numbers(bytes: $0, size: size)) }
    }
}

extension Array {
    /// Frees unused capacity.
    mutating func trim() {
        guard capacity > count else { return }
        self = Array(unsafeUninitializedCapacity: count) { kept, filled in
            filled = kept.initialize(fromContentsOf: self)
        }
    }
}
