import EvokeCPQ
import EvokeValues

/// Element types of PostgreSQL arrays.
protocol Listable: Bindable {
    /// The array type's OID.
    static var list: Oid { get }
}

extension Int64: Listable { static var list: Oid { 1016 } }
extension Double: Listable { static var list: Oid { 1022 } }
extension String: Listable { static var list: Oid { 1009 } }
extension FilePath: Listable { static var list: Oid { 1001 } }
extension Blob: Listable { static var list: Oid { 1001 } }
extension ContentDigest: Listable { static var list: Oid { 1001 } }
extension FullText: Listable { static var list: Oid { 3643 } }

/// A PostgreSQL array: one column of many rows that a single statement writes or looks up.
struct List<Element: Listable>: Bindable {
    static var type: Oid { Element.list }
    let elements: [Element?]

    init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }
    init(_ elements: some Sequence<Element?>) { self.elements = Array(elements) }

    var binary: [UInt8]? { arrayBinary(of: elements.map { $0?.binary }, Element.type) }
}

extension List: OfPaths where Element == FilePath {
    func kept(by places: RootPaths) -> Self { List(elements.map { $0.map(places.kept) }) }
}

typealias Numbers = List<Int64>

/// Vectors; the OID of their type differs between databases.
struct HalfVectorList: Bindable {
    static var type: Oid { 0 }
    let vectors: [[Float16]]
    let element: Oid

    var binary: [UInt8]? { arrayBinary(of: vectors.map { HalfVector(halfFloats: $0).binary }, element) }
}

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
