import EvokeCPQ
import EvokeCatalog
import EvokePorts
import EvokeValues

/// A Swift value that can be sent to PostgreSQL in binary.
protocol Bindable {
    /// The type's OID; 0 if the server infers it from the statement.
    static var type: Oid { get }
    var oid: Oid { get }
    /// Nil is NULL. Paths become those of the catalog.
    func binary(_ places: RootPaths) -> [UInt8]?
}

extension Bindable {
    var oid: Oid { Self.type }
}

extension Bindable where Self: CatalogBindable {
    static var type: Oid { catalogKind.oid }
    func binary(_ places: RootPaths) -> [UInt8]? { catalogValue.binary(places) }
}

extension Int64: Bindable {}
extension Double: Bindable {}
extension String: Bindable {}
extension DiskPath: Bindable {}
extension Array: Bindable where Element: CatalogListable {}
extension Optional: Bindable where Wrapped: CatalogBindable {}

typealias Numbers = [Int64]
typealias Blob = [UInt8]

extension Bool: Bindable {
    static var type: Oid { 16 }
    func binary(_ places: RootPaths) -> [UInt8]? { [self ? 1 : 0] }
}

/// A value of pgvector's type `halfvec`, whose OID differs between databases.
struct HalfVector: Bindable {
    static var type: Oid { 0 }
    /// Two for each number, little-endian.
    let bytes: [UInt8]

    func binary(_ places: RootPaths) -> [UInt8]? {
        let count = bytes.count / 2
        return [UInt8](unsafeUninitializedCapacity: 4 + 2 * count) { binary, length in
            let header = UInt16(count).bigEndianBytes + [0, 0]
            for place in 0..<4 { binary.initializeElement(at: place, to: header[place]) }
            for place in stride(from: 0, to: 2 * count, by: 2) {
                binary.initializeElement(at: 4 + place, to: bytes[place + 1])
                binary.initializeElement(at: 5 + place, to: bytes[place])
            }
            length = 4 + 2 * count
        }
    }
}

/// A PostgreSQL array: one column of many rows that a single statement writes or looks up.
struct List<Element: Bindable>: Bindable {
    static var type: Oid { arrayType(of: Element.type) }
    let elements: [Element]

    init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }

    func binary(_ places: RootPaths) -> [UInt8]? { arrayBinary(of: elements.map { $0.binary(places) }, Element.type) }
}

/// A value of a type that is known when it is bound.
struct BoundValue: Bindable {
    static var type: Oid { 0 }
    let oid: Oid
    private let binary: [UInt8]?

    func binary(_ places: RootPaths) -> [UInt8]? { binary }

    /// A parameter of a statement of the catalog.
    init(_ bindable: any CatalogBindable, _ places: RootPaths) {
        oid = Swift.type(of: bindable).catalogKind.oid
        binary = bindable.catalogValue.binary(places)
    }

    /// A column of many rows.
    init(_ values: [CatalogValue], _ kind: CatalogTable.Kind, typeOfVectors: Oid?, _ places: RootPaths) {
        let element: Oid =
            switch kind {
            case .integer: Int64.type
            case .real: Double.type
            case .text: String.type
            case .bytes, .path: Blob.type
            case .halfFloats: typeOfVectors ?? 0
            }
        oid = arrayType(of: element)
        binary = arrayBinary(of: values.map { $0.binary(kind, places) }, element)
    }
}

extension CatalogValue {
    /// The value of a column.
    func binary(_ kind: CatalogTable.Kind, _ places: RootPaths) -> [UInt8]? {
        guard case .bytes(let bytes) = self, kind == .halfFloats else { return binary(places) }
        return HalfVector(bytes: bytes).binary(places)
    }

    fileprivate func binary(_ places: RootPaths) -> [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): number.bigEndianBytes
        case .real(let number): number.bitPattern.bigEndianBytes
        // PostgreSQL's text cannot contain zeros.
        case .text(let text): text.utf8.filter { $0 != 0 }
        case .bytes(let bytes): bytes
        case .path(let path): places.kept(path).bytes
        case .integers(let numbers): arrayBinary(of: numbers.map(\.bigEndianBytes), Int64.type)
        case .texts(let texts): List(texts).binary(places)
        case .digests(let digests): arrayBinary(of: digests.map(\.bytes), Blob.type)
        }
    }
}

extension CatalogBindableKind {
    fileprivate var oid: Oid {
        switch self {
        case .integer: 20
        case .real: 701
        case .text: 25
        case .bytes, .path: 17
        case .integers: arrayType(of: Int64.type)
        case .texts: arrayType(of: String.type)
        case .digests: arrayType(of: Blob.type)
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// 0 if the server infers it from the statement.
private func arrayType(of element: Oid) -> Oid { arrayTypes[element] ?? 0 }

private let arrayTypes: [Oid: Oid] = [
    Int64.type: 1016, Double.type: 1022, String.type: 1009, Blob.type: 1001, FullText.type: 3643,
]

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
