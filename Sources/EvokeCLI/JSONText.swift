import FoundationEssentials
import PhotoCore

/// JSON as the commands print it: one object a line, keys in order.
enum JSONText {
    static func of(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func path(_ path: FilePath) -> String { String(decoding: path.bytes, as: UTF8.self) }

    static func base64(_ path: FilePath) -> String? {
        path.string == nil ? Data(path.bytes).base64EncodedString() : nil
    }
}
