/// The names allowed for models in the store, where they are folder names.
package enum ModelName {
    /// The store's own folders, next to those of the models.
    package static let downloads = "downloads"
    package static let catalogues = "catalogues"

    package static let remedy =
        "Use letters, digits, '-', '_' and '.', starting with a letter or a digit. '\(downloads)' and '\(catalogues)' "
        + "are reserved."

    package static func isPlain(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, isLetterOrDigit(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { isLetterOrDigit($0) || "-_.".utf8.contains($0) }
            && ![downloads, catalogues].contains(name.lowercased())
    }

    package static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
