import EvokeCPQ
import EvokeValues

/// A Swift value as PostgreSQL takes it, in binary.
protocol Bindable {
    /// PostgreSQL's number of the type; 0 where the statement says it.
    static var type: Oid { get }
    /// Nil is NULL.
    var binary: [UInt8]? { get }
}

extension Int64: Bindable {
    static var type: Oid { 20 }
    var binary: [UInt8]? { bigEndianBytes }
}

extension Double: Bindable {
    static var type: Oid { 701 }
    var binary: [UInt8]? { bitPattern.bigEndianBytes }
}

extension Bool: Bindable {
    static var type: Oid { 16 }
    var binary: [UInt8]? { [self ? 1 : 0] }
}

extension String: Bindable {
    static var type: Oid { 25 }
    /// A text of PostgreSQL's has no zeros.
    var binary: [UInt8]? { utf8.filter { $0 != 0 } }
}

extension FilePath: Bindable {
    static var type: Oid { 17 }
    var binary: [UInt8]? { bytes }
}

/// Bytes of any kind.
struct Blob: Bindable {
    static var type: Oid { 17 }
    let binary: [UInt8]?

    init(_ bytes: some Sequence<UInt8>) { binary = Array(bytes) }
}

extension ContentDigest: Bindable {
    static var type: Oid { 17 }
    var binary: [UInt8]? { bytes }
}

extension Optional: Bindable where Wrapped: Bindable {
    static var type: Oid { Wrapped.type }
    var binary: [UInt8]? { self?.binary }
}

/// An array of PostgreSQL's.
struct Numbers: Bindable {
    static var type: Oid { 1016 }
    let numbers: [Int64]

    init(_ numbers: some Sequence<Int64>) { self.numbers = Array(numbers) }

    var binary: [UInt8]? {
        let dimensions: Int32 = numbers.isEmpty ? 0 : 1
        var bytes = dimensions.bigEndianBytes + Int32(0).bigEndianBytes + Int64.type.bigEndianBytes
        guard !numbers.isEmpty else { return bytes }
        // How many, and the number of the first.
        bytes += Int32(numbers.count).bigEndianBytes + Int32(1).bigEndianBytes
        for number in numbers { bytes += Int32(8).bigEndianBytes + number.bigEndianBytes }
        return bytes
    }
}

/// A vector of pgvector's type `halfvec`, whose number is another in each database.
struct Halves: Bindable {
    static var type: Oid { 0 }
    let halves: [Float16]

    var binary: [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + 2 * halves.count)
        bytes += UInt16(halves.count).bigEndianBytes + [0, 0]
        for half in halves { bytes += half.bitPattern.bigEndianBytes }
        return bytes
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
