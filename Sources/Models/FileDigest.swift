import CSodium
import PhotoCore

/// The SHA-256 of a file, in hexadecimal.
enum FileDigest {
    static func sha256(of file: FilePath) throws(EvokeError) -> String {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBufferPointer {
                _ = crypto_hash_sha256_update(&state, $0.baseAddress, UInt64($0.count))
            }
        }
        return finish(&state)
    }

    static func sha256(of text: String) -> String {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        let bytes = Array(text.utf8)
        crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        return finish(&state)
    }

    private static func finish(_ state: inout crypto_hash_sha256_state) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
