package import EvokePorts
package import EvokeValues

/// A value that a statement has for a parameter.
package protocol CatalogBindable: Sendable {
    static var catalogKind: CatalogBindableKind { get }
    var catalogValue: CatalogValue { get }
}

package enum CatalogBindableKind: Sendable {
    case integer, real, text, bytes, path
    case integers, texts, digests
}

extension Int64: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { .integer }
    package var catalogValue: CatalogValue { .integer(self) }
}

extension Int: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { .integer }
    package var catalogValue: CatalogValue { .integer(Int64(self)) }
}

extension PhotoID: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { .integer }
    package var catalogValue: CatalogValue { .integer(value) }
}

extension Double: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { .real }
    package var catalogValue: CatalogValue { .real(self) }
}

extension String: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { .text }
    package var catalogValue: CatalogValue { .text(self) }
}

extension DiskPath: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { .path }
    package var catalogValue: CatalogValue { .path(self) }
}

extension ContentDigest: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { .bytes }
    package var catalogValue: CatalogValue { .bytes(bytes) }
}

extension [CatalogValue] {
    /// The values of a row.
    package static func row(_ values: any CatalogBindable...) -> [CatalogValue] { values.map(\.catalogValue) }
}

/// nil is NULL.
extension Optional: CatalogBindable where Wrapped: CatalogBindable {
    package static var catalogKind: CatalogBindableKind { Wrapped.catalogKind }
    package var catalogValue: CatalogValue { self?.catalogValue ?? .null }
}

/// An element of a list; a list of bytes is one value.
package protocol CatalogListable: Sendable {
    static var catalogListKind: CatalogBindableKind { get }
    static func catalogValue(of list: [Self]) -> CatalogValue
}

extension Array: CatalogBindable where Element: CatalogListable {
    package static var catalogKind: CatalogBindableKind { Element.catalogListKind }
    package var catalogValue: CatalogValue { Element.catalogValue(of: self) }
}

extension UInt8: CatalogListable {
    package static var catalogListKind: CatalogBindableKind { .bytes }
    package static func catalogValue(of list: [UInt8]) -> CatalogValue { .bytes(list) }
}

extension Int64: CatalogListable {
    package static var catalogListKind: CatalogBindableKind { .integers }
    package static func catalogValue(of list: [Int64]) -> CatalogValue { .integers(list) }
}

extension PhotoID: CatalogListable {
    package static var catalogListKind: CatalogBindableKind { .integers }
    package static func catalogValue(of list: [PhotoID]) -> CatalogValue { .integers(list.map(\.value)) }
}

extension String: CatalogListable {
    package static var catalogListKind: CatalogBindableKind { .texts }
    package static func catalogValue(of list: [String]) -> CatalogValue { .texts(list) }
}

extension ContentDigest: CatalogListable {
    package static var catalogListKind: CatalogBindableKind { .digests }
    package static func catalogValue(of list: [ContentDigest]) -> CatalogValue { .digests(list) }
}
