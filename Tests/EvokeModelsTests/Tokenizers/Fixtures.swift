import EvokeDigests
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeModels

/// Where the tests find their files, and places to write.
enum Fixtures {
    static func url(_ name: String) -> URL {
        Bundle.module.resourceURL!.appending(path: "Fixtures").appending(path: name)
    }

    static func json(_ name: String) throws -> [String: Any] {
        let content = name.hasSuffix(".gz") ? try decompressed(name) : try Data(contentsOf: url(name))
        return try #require(JSONSerialization.jsonObject(with: content) as? [String: Any])
    }

    static func decompressed(_ name: String) throws -> Data {
        Data(try gunzip(Array(Data(contentsOf: url(name))), sizeLimit: 1 << 26))
    }

    /// A gzip file with this content, stored as it is.
    static func gzipped(_ content: [UInt8]) -> Data {
        let length = UInt16(content.count)
        var file = Data(gzipMagic + [8, 0, 0, 0, 0, 0, 0, 255, 1])
        for number in [length, ~length] { withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) } }
        file += content
        for number in [crc32(content), UInt32(length)] {
            withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
        }
        return file
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        return ~sum
    }

    /// The starter model's tokenizer.json.
    static func starter() throws -> String {
        let models = ProcessInfo.processInfo.environment["EVOKE_MODELS"] ?? "/usr/local/share/evoke/models"
        let path = "\(models)/starter/tokenizer.json"
        try #require(
            FileManager.default.fileExists(atPath: path), "\(path) is missing: run ./bootstrap to get the model")
        return path
    }

    /// Calls `body` with a new folder that is gone afterwards.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = TemporaryFolder()
        return try withExtendedLifetime(folder) { try body(URL(fileURLWithPath: folder.path.display)) }
    }

    /// A tokenizer read from these bytes.
    static func tokenizer(_ json: Data) throws -> Tokenizer {
        try withFolder { folder in
            let file = folder.appending(path: "tokenizer.json")
            try json.write(to: file)
            return try Tokenizer(contentsOf: file.path)
        }
    }

    /// small.json with some of its members changed; "model" stands for all of the model, and a key
    /// that starts with "model." for a member of it.
    static func small(changing changes: [String: Any]) throws -> Data {
        var root = try json("small.json")
        var model = try #require(root["model"] as? [String: Any])
        for (key, value) in changes {
            if key == "model" {
                model = try #require(value as? [String: Any])
            } else if key == "model.vocab" {
                model["vocab"] = try #require(model["vocab"] as? [Any]) + #require(value as? [Any])
            } else if key.hasPrefix("model.") {
                model[String(key.dropFirst(6))] = value
            } else {
                root[key] = value
            }
        }
        root["model"] = model
        return try JSONSerialization.data(withJSONObject: root)
    }

    /// The error that reading these bytes ends in.
    static func failure(_ json: Data) throws -> TokenizerError {
        let error = #expect(throws: TokenizerError.self) { try tokenizer(json) }
        return try #require(error)
    }
}
