package import EvokeValues
import Foundation

/// JSON as commands print it and the server sends it: one object per line, with sorted keys.
package enum JSONText {
    package static func of(_ value: some Encodable) throws -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    package static func value<Value: Decodable>(_ type: Value.Type, of bytes: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(bytes))
    }

    package static func path(_ path: DiskPath) -> String { String(decoding: path.bytes, as: UTF8.self) }

    package static func base64(_ path: DiskPath) -> String? {
        path.string == nil ? Data(path.bytes).base64EncodedString() : nil
    }

    /// Nil for invalid Base64.
    package static func filePath(_ path: String, base64: String?) -> DiskPath? {
        guard let base64 else { return DiskPath(path) }
        return Data(base64Encoded: base64).map { DiskPath(bytes: $0) }
    }

    package static func milliseconds(_ time: Duration) -> Double { (time / .microseconds(10)).rounded() / 100 }
}
