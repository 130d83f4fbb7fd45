import EvokeCPQ
import EvokeCatalog
import EvokePorts
import EvokeValues

/// A Swift value that can be sent to PostgreSQL in binary.
protocol Bindable {
    /// The type's OID; 0 if the server infers it from the statement.
    static var type: Oid { get }
    var oid: Oid { get }
    /// Nil is NULL.
    var binary: [UInt8]? { get }
}

extension Bindable {
    var oid: Oid { Self.type }
}

/// A value of a type that is known when it is bound.
struct BoundValue: Bindable {
    static var type: Oid { 0 }
    let oid: Oid
    let binary: [UInt8]?

    /// A parameter of a statement of the catalog.
    init(_ bindable: any CatalogBindable, _ roots: RootPaths) {
        oid = Swift.type(of: bindable).catalogKind.oid
        let value = bindable.catalogValue
        binary = if case .path(let path) = value { roots.kept(path).bytes } else { value.binary }
    }

    /// A column of many rows.
    init(_ values: [CatalogValue], _ kind: CatalogTable.Kind, typeOfVectors: Oid?, _ roots: RootPaths) {
        let element: Oid
        (oid, element) =
            switch kind {
            case .integer: (Int64.list, Int64.type)
            case .real: (1022, Double.type)
            case .text: (String.list, String.type)
            case .bytes, .path: (Blob.list, Blob.type)
            case .halfFloats: (0, typeOfVectors ?? 0)
            }
        let binaries = values.map { value in
            switch (value, kind) {
            case (.bytes(let bytes), .halfFloats): HalfVector(halfFloats: bytes.halfFloats).binary
            case (.path(let path), _): roots.kept(path).bytes
            default: value.binary
            }
        }
        binary = arrayBinary(of: binaries, element)
    }
}

extension CatalogValue: Bindable {
    static var type: Oid { 0 }
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): number.binary
        case .real(let number): number.binary
        case .text(let text): text.binary
        case .bytes(let bytes): bytes
        case .path(let path): path.bytes
        case .integers(let numbers): List(numbers).binary
        case .texts(let texts): List(texts).binary
        case .digests(let digests): List(digests.map { Blob($0.bytes) }).binary
        }
    }
}

extension CatalogBindableKind {
    fileprivate var oid: Oid {
        switch self {
        case .integer: Int64.type
        case .real: Double.type
        case .text: String.type
        case .bytes, .path: Blob.type
        case .integers: Int64.list
        case .texts: String.list
        case .digests: Blob.list
        }
    }
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
    /// PostgreSQL's text cannot contain zeros.
    var binary: [UInt8]? { utf8.filter { $0 != 0 } }
}

extension DiskPath: Bindable {
    static var type: Oid { 17 }
    var binary: [UInt8]? { bytes }
}

/// A value that contains local paths, which the catalog may store under the names of roots.
protocol OfPaths: Bindable {
    func kept(by places: RootPaths) -> Self
}

extension DiskPath: OfPaths {
    func kept(by places: RootPaths) -> DiskPath { places.kept(self) }
}

struct Blob: Bindable {
    static var type: Oid { 17 }
    let binary: [UInt8]?

    init(_ bytes: some Sequence<UInt8>) { binary = Array(bytes) }
}

extension Optional: Bindable where Wrapped: Bindable {
    static var type: Oid { Wrapped.type }
    var binary: [UInt8]? { self?.binary }
}

/// A value of pgvector's type `halfvec`, whose OID differs between databases.
struct HalfVector: Bindable {
    static var type: Oid { 0 }
    let halfFloats: [Float16]

    var binary: [UInt8]? {
        let bytes = 4 + 2 * halfFloats.count
        return Array(unsafeUninitializedCapacity: bytes) { buffer, count in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            raw.storeBytes(of: UInt16(halfFloats.count).bigEndian, as: UInt16.self)
            raw.storeBytes(of: 0, toByteOffset: 2, as: UInt16.self)
            for (place, half) in halfFloats.enumerated() {
                raw.storeBytes(of: half.bitPattern.bigEndian, toByteOffset: 4 + 2 * place, as: UInt16.self)
            }
            count = bytes
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// Element types of PostgreSQL arrays.
protocol Listable: Bindable {
    /// The array type's OID.
    static var list: Oid { get }
}

extension Int64: Listable { static var list: Oid { 1016 } }
extension String: Listable { static var list: Oid { 1009 } }
extension DiskPath: Listable { static var list: Oid { 1001 } }
extension Blob: Listable { static var list: Oid { 1001 } }
extension FullText: Listable { static var list: Oid { 3643 } }

/// A PostgreSQL array: one column of many rows that a single statement writes or looks up.
struct List<Element: Listable>: Bindable {
    static var type: Oid { Element.list }
    let elements: [Element?]

    init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }
    init(_ elements: some Sequence<Element?>) { self.elements = Array(elements) }

    var binary: [UInt8]? { arrayBinary(of: elements.map { $0?.binary }, Element.type) }
}

extension List: OfPaths where Element == DiskPath {
    func kept(by places: RootPaths) -> Self { List(elements.map { $0.map(places.kept) }) }
}

typealias Numbers = List<Int64>

private func arrayBinary(of elements: [[UInt8]?], _ type: Oid) -> [UInt8] {
    let dimensions: Int32 = elements.isEmpty ? 0 : 1
    let hasNulls: Int32 = elements.contains { $0 == nil } ? 1 : 0
    var bytes = dimensions.bigEndianBytes + hasNulls.bigEndianBytes + type.bigEndianBytes
    guard !elements.isEmpty else { return bytes }
    bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
    // The length, and the lower bound.
    bytes += Int32(elements.count).bigEndianBytes + Int32(1).bigEndianBytes
    for element in elements {
        bytes += Int32(element?.count ?? -1).bigEndianBytes
        if let element { bytes += element }
    }
    return bytes
}
